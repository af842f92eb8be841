package pipes

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"sync"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// What operations on a pipe are to the program, which has not asked for channels and locks: the
// pipe is known by where it is made. Nobody asks for words but where an execution is recorded.

func words(s rt.Site, what string) string { return what + " the pipe of " + path.Base(s.Line()) }

// saying says what the next operation on the pipe that is made at a site is.
func saying(s rt.Site, what string) {
	if rt.Recorded() {
		rt.Saying(func() string { return words(s, what) })
	}
}

// aside is saying of an operation that is a part of what another one says.
func aside(s rt.Site, what string) { saying(s, wire.Aside+what) }

// locked takes a lock of a pipe, and says what that is; to give it back is a part of what end says.
func locked(m *sync.Mutex, s rt.Site, what, end string) (unlock func()) {
	saying(s, what)
	rt.MutexLock(m, s)
	return func() {
		aside(s, end)
		rt.MutexUnlock(m, s)
	}
}

// Closing says that the next operation closes the pipe, Part that it is a part of that.
func Closing(s rt.Site) { saying(s, "close") }
func Part(s rt.Site)    { aside(s, "close") }

// attempt is an operation that channels may stop; nil, if nobody asks.
type attempt struct{ by, of int }

// begins says that the next operation is one that so many channels may stop.
func begins(s rt.Site, what string, of int) *attempt {
	if !rt.Recorded() {
		return nil
	}
	a := &attempt{Go, of}
	rt.Saying(func() string { return words(s, what) + a.outcome() })
	return a
}

// stopped notes which one has.
func (a *attempt) stopped(by int) {
	if a != nil {
		a.by = by
	}
}

func (a *attempt) outcome() string {
	switch {
	case a.by == Go:
		return ""
	case a.of == 1:
		return ": it is over"
	}
	return [...]string{": this end is closed", ": the other end is closed", ": the deadline has passed"}[a.by]
}

// said is a message, before another word.
func said(p []byte) string {
	if !rt.Recorded() {
		return ""
	}
	return Message(p) + " "
}

// The sites of what is read and written of the program's: its own line is that of the call, and
// the pipe may be made elsewhere.
var (
	atRead  = rt.RegisterSites("pipes", wire.Nominal+"9:1\tRead\tpipe\n"+wire.Nominal+"10:1\tWrite\tpipe\n")
	atWrite = atRead + 1
)

const quoted = 24 // bytes of a message that are shown

// Size is how long a message is.
func Size(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// Message is how long one is, and how it begins if that is text.
func Message(p []byte) string {
	line := string(p[:min(len(p), 4*quoted)])
	line, _, _ = strings.Cut(line, "\n")
	line = strings.TrimSuffix(line, "\r")
	for _, c := range []byte(line) {
		if c < ' ' || c > '~' {
			return Size(len(p))
		}
	}
	switch {
	case line == "":
		return Size(len(p))
	case len(line) > quoted:
		return Size(len(p)) + " " + strconv.Quote(line[:quoted]) + "…"
	}
	return Size(len(p)) + " " + strconv.Quote(line)
}
