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
// gets, it may as well get a copy.

// pooling are the packages that do so.
var pooling = []string{"fmt.", "log.", "log/slog.", "encoding/json."}

// Lent is p, the argument of a method Write of the program's; a copy if one of
// these packages has called it.
func Lent(p []byte) []byte {
	if _, ok := rt.Number(); !ok {
		return p
	}
	const callerOfWrite = 3 // after Callers, Lent and Write
	var pc [1]uintptr
	if runtime.Callers(callerOfWrite, pc[:]) == 0 {
		return p
	}
	frame, _ := runtime.CallersFrames(pc[:]).Next()
	if slices.ContainsFunc(pooling, func(pkg string) bool { return strings.HasPrefix(frame.Function, pkg) }) {
		return slices.Clone(p)
	}
	return p
}
