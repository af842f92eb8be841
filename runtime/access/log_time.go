package access

import (
	"fmt"
	"io"
	"log"
	"path/filepath"
	"runtime"
	"time"

	rt "gocheck.dev/runtime"
)

// stamps are the flags of a logger that ask for the time.
const stamps = log.Ldate | log.Ltime | log.Lmicroseconds

// write is l.Output. The time in a message is virtual, so that the message is a function of
// the schedule, and may be compared with what time.Now says.
func write(l *log.Logger, s rt.Site, depth int, text string) error {
	flags := l.Flags()
	if !rt.Controlled() || flags&stamps == 0 {
		return nativeOutput(l, depth+1, text)
	}
	w := l.Writer()
	if w == io.Discard {
		return nil
	}
	// By package log, so that w is called by whom it would be natively.
	return nativeOutput(log.New(w, "", 0), 0, header(l.Prefix(), flags, rt.TimeNow(s), depth+1)+text)
}

// nativeOutput is a variable: inlined, a program that asks for callers would see its caller, too.
var nativeOutput = (*log.Logger).Output

// header is what package log writes before a message.
func header(prefix string, flags int, now time.Time, depth int) string {
	head := ""
	if flags&log.Lmsgprefix == 0 {
		head = prefix
	}
	if flags&log.LUTC != 0 {
		now = now.UTC()
	}
	if flags&log.Ldate != 0 {
		head += now.Format("2006/01/02 ")
	}
	switch {
	case flags&log.Lmicroseconds != 0:
		head += now.Format("15:04:05.000000 ")
	case flags&log.Ltime != 0:
		head += now.Format("15:04:05 ")
	}
	if flags&(log.Lshortfile|log.Llongfile) != 0 {
		_, file, line, ok := runtime.Caller(depth)
		if !ok {
			file = "???"
		}
		if flags&log.Lshortfile != 0 {
			file = filepath.Base(file)
		}
		head += fmt.Sprintf("%s:%d: ", file, line)
	}
	if flags&log.Lmsgprefix != 0 {
		head += prefix
	}
	return head
}
