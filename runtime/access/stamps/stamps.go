package stamps

import (
	"fmt"
	"log"
	"path/filepath"
	"runtime"
	"time"
)

// Flags are those of a logger that ask for the time.
const Flags = log.Ldate | log.Ltime | log.Lmicroseconds

// Header is what package log writes before a message. depth is that of its caller: 1 is who
// calls Header.
func Header(prefix string, flags int, now time.Time, depth int) string {
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
