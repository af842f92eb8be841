package stamps

import (
	"bytes"
	"log"
	"regexp"
	"testing"
	"time"
)

// TestLogHeader: the text before a message is that of package log.
func TestLogHeader(t *testing.T) {
	for flags := range log.Lmsgprefix * 2 {
		if flags&Flags == 0 {
			continue
		}
		var want bytes.Buffer
		l := log.New(&want, "p: ", flags)
		for same := false; !same; { // the microsecond is the same
			want.Reset()
			before := time.Now()
			l.Print("x")
			have := Header("p: ", flags, before, 1) + "x\n"
			have = replaceLine(have)
			if flags&log.Lmicroseconds == 0 && time.Now().Second() != before.Second() {
				continue
			}
			if same = replaceLine(want.String()) == have; !same && flags&log.Lmicroseconds == 0 {
				t.Fatalf("flags %#x: %q, package log writes %q", flags, have, want.String())
			}
		}
	}
}

var numbered = regexp.MustCompile(`\.go:\d+: `)

// replaceLine leaves out the number of the line.
func replaceLine(s string) string { return numbered.ReplaceAllString(s, ".go: ") }
