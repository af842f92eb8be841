package testbin

import (
	"fmt"
	"io"
	"slices"
	"testing"
)

// fakeLog is a log that is written to in pieces, as a buffer does.
type fakeLog struct{ to io.Writer }

func (l *fakeLog) StartTestLog(w io.Writer) { l.to = w }
func (l *fakeLog) StopTestLog() error       { return nil }

func (l *fakeLog) write(text string) {
	for len(text) > 0 {
		n := min(5, len(text))
		l.to.Write([]byte(text[:n]))
		text = text[n:]
	}
}

func TestReads(t *testing.T) {
	l := &fakeLog{}
	r := &reads{by: l, in: "/home"}
	r.begin()
	l.write("# test log\ngetenv X\nopen a b\nopen /c\nchdir /tmp\nstat a\nopen a b\ngetenv X\n")
	want := []string{"getenv X", "open /c", "open /home/a b", "open /tmp/a b", "stat /tmp/a"}
	if got := r.end(); got.Many || !slices.Equal(got.What, want) {
		t.Errorf("read %q, want %q", got.What, want)
	}
	if r.end() != nil {
		t.Error("it has ended, and says something")
	}
	r.begin()
	l.write("open a\n")
	if got := r.end(); len(got.What) != 1 || got.What[0] != "open /home/a" {
		t.Errorf("after another test has been elsewhere: read %q", got.What)
	}
	r.begin()
	for i := range maxReads + 1 {
		l.write(fmt.Sprintf("open %d\n", i))
	}
	if got := r.end(); !got.Many || len(got.What) > 0 {
		t.Errorf("%d reads: %d named, many %v", maxReads+1, len(got.What), got.Many)
	}
	r.own = "/home/.tmp/gocheck1"
	r.begin()
	l.write("open .tmp\nopen .tmp/gocheck1\nstat .tmp/gocheck1/a/b\nopen .tmp/gocheck12\n")
	if got := r.end(); !slices.Equal(got.What, []string{"open /home/.tmp", "open /home/.tmp/gocheck12"}) {
		t.Errorf("with a folder for temporary files of its own: read %q", got.What)
	}
	if (*reads)(nil).end() != nil {
		t.Error("what has no log says something")
	}
}
