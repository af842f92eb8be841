package access

import (
	"io"
	"log"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/stamps"
)

// write is l.Output. The time in a message is virtual, so that the message is a function of
// the schedule, and may be compared with what time.Now says.
func write(l *log.Logger, s rt.Site, depth int, prefix string, flags int, text string) error {
	if !rt.Controlled() || flags&stamps.Flags == 0 && flags == l.Flags() && prefix == l.Prefix() {
		return nativeOutput(l, depth+1, text)
	}
	w := l.Writer()
	if w == io.Discard {
		return nil
	}
	// By package log, so that w is called by whom it would be natively.
	return nativeOutput(log.New(w, "", 0), 0, stamps.Header(prefix, flags, rt.TimeNow(s), depth+1)+text)
}

// nativeOutput is a variable: inlined, a program that asks for callers would see its caller, too.
var nativeOutput = (*log.Logger).Output
