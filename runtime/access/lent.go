package access

import (
	"runtime"
	"slices"
	"strings"

	rt "gocheck.dev/runtime"
)

// Package fmt and others keep the buffers that they give to a writer, in a
// sync.Pool of the process: whether two messages come in the same memory, and
// in that of which earlier message, is not the program's alone. A writer of the
// program's that reads them would access the same variables in one execution
// and others when it is repeated. Since it must not keep or change what it
// gets, it may as well get a copy. Package io lends a reader a buffer to fill.

// Pooling are the packages and functions that do so.
var Pooling = []string{
	"fmt.", "log.", "log/slog.", "encoding/json.", "go/printer.", "io.discard.ReadFrom",
	"net/http.(*response).ReadFrom", "net/http.(*transferWriter).", "net/http.(*connReader).Read",
}

// Lent is p, the argument of a method Write of the program's; a copy if one of
// these packages has called it.
func Lent(p []byte) []byte {
	if !rt.Controlled() {
		return p
	}
	if Pooled(1) {
		return slices.Clone(p)
	}
	handed(p)
	return p
}

// LentToFill makes *p, the argument of a method Read of the program's, memory of the execution's if
// one of these packages has called it. What it returns is to be deferred: it copies back.
func LentToFill(p *[]byte) func() {
	if rt.Controlled() {
		if into, private := Private(*p, 2); private {
			lent := *p
			*p = into
			return func() { copy(lent, into) }
		}
	}
	return func() {}
}

// Private is p, which a Read of a pipe is to fill; where the memory is one of these
// packages', memory of the execution's, from which the caller is to copy. below is how
// many calls that Read is above the caller.
func Private(p []byte, below int) (into []byte, private bool) {
	if len(p) > 0 && Pooled(below) {
		return make([]byte, len(p)), true
	}
	return p, false
}

// handing are methods of the standard library that pass their argument on: their own caller
// counts.
var handing = []string{
	"io.(*LimitedReader).Read", "io.(*teeReader).Read", "io.(*multiReader).Read", "io.(*multiWriter).Write",
	"io.(*SectionReader).Read", "io.(*OffsetWriter).Write", "io.copyBuffer", "io.CopyBuffer",
	"bufio.(*Reader).Read", "bufio.(*Writer).Write",
}

// Pooled says whether one of them has called a Write or Read, of which the caller is so
// many calls below, by itself or through readers and writers of the standard library.
func Pooled(below int) bool {
	const caller = 3 // after Callers, Pooled and its caller
	var pcs [8]uintptr
	n := runtime.Callers(caller+below, pcs[:])
	if n == 0 {
		return false
	}
	frames := runtime.CallersFrames(pcs[:n])
	for {
		frame, more := frames.Next()
		if slices.ContainsFunc(Pooling, func(pkg string) bool { return strings.HasPrefix(frame.Function, pkg) }) {
			return true
		}
		if !more || !slices.Contains(handing, frame.Function) {
			return false
		}
	}
}
