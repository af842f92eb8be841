package telling

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	rt "gocheck.dev/runtime"
)

// TError is the method Error of testing.T.
func TError(t *testing.T, s rt.Site, args ...any) {
	if r := rt.TestOf(t); r != nil {
		text := fmt.Sprintln(args...)
		r.Say(s, text)
		r.Fail(s, text)
		return
	}
	t.Helper()
	t.Error(args...)
}

// TErrorf is the method Errorf of testing.T.
func TErrorf(t *testing.T, s rt.Site, format string, args ...any) {
	if r := rt.TestOf(t); r != nil {
		text := fmt.Sprintf(format, args...)
		r.Say(s, text)
		r.Fail(s, text)
		return
	}
	t.Helper()
	t.Errorf(format, args...)
}

// TFail is the method Fail of testing.T.
func TFail(t *testing.T, s rt.Site) {
	if r := rt.TestOf(t); r != nil {
		r.Fail(s, "the test called Fail")
		return
	}
	t.Fail()
}

// TFailNow is the method FailNow of testing.T.
func TFailNow(t *testing.T, s rt.Site) {
	if r := rt.TestOf(t); r != nil {
		r.Fail(s, "the test called FailNow")
		r.Leave()
	}
	t.FailNow()
}

// TFatal is the method Fatal of testing.T.
func TFatal(t *testing.T, s rt.Site, args ...any) {
	if r := rt.TestOf(t); r != nil {
		TError(t, s, args...)
		r.Leave()
	}
	t.Helper()
	t.Fatal(args...)
}

// TFatalf is the method Fatalf of testing.T.
func TFatalf(t *testing.T, s rt.Site, format string, args ...any) {
	if r := rt.TestOf(t); r != nil {
		TErrorf(t, s, format, args...)
		r.Leave()
	}
	t.Helper()
	t.Fatalf(format, args...)
}

// TFailed is the method Failed of testing.T.
func TFailed(t *testing.T, _ rt.Site) bool { return t.Failed() }

// TSkipped is the method Skipped of testing.T.
func TSkipped(t *testing.T, _ rt.Site) bool { return t.Skipped() }

// TName is the method Name of testing.T.
func TName(t *testing.T, _ rt.Site) string { return t.Name() }

// TLog is the method Log of testing.T.
func TLog(t *testing.T, s rt.Site, args ...any) {
	if r := rt.TestOf(t); r != nil {
		r.Say(s, fmt.Sprintln(args...))
		return
	}
	t.Helper()
	t.Log(args...)
}

// TLogf is the method Logf of testing.T.
func TLogf(t *testing.T, s rt.Site, format string, args ...any) {
	if r := rt.TestOf(t); r != nil {
		r.Say(s, fmt.Sprintf(format, args...))
		return
	}
	t.Helper()
	t.Logf(format, args...)
}

// TSkip is the method Skip of testing.T.
func TSkip(t *testing.T, s rt.Site, args ...any) {
	if r := rt.TestOf(t); r != nil {
		r.Say(s, fmt.Sprintln(args...))
		TSkipNow(t, s)
	}
	t.Helper()
	t.Skip(args...)
}

// TSkipf is the method Skipf of testing.T.
func TSkipf(t *testing.T, s rt.Site, format string, args ...any) {
	if r := rt.TestOf(t); r != nil {
		r.Say(s, fmt.Sprintf(format, args...))
		TSkipNow(t, s)
	}
	t.Helper()
	t.Skipf(format, args...)
}

// TSkipNow is the method SkipNow of testing.T.
func TSkipNow(t *testing.T, s rt.Site) {
	if r := rt.TestOf(t); r != nil {
		r.Skip(s)
	}
	t.SkipNow()
}

// THelper is the method Helper of testing.T.
func THelper(t *testing.T, _ rt.Site) {
	if r := rt.TestOf(t); r != nil { // else marking THelper itself would mark nothing
		r.Helper()
	}
}

// TOutput is the method Output of testing.T.
func TOutput(t *testing.T, s rt.Site) io.Writer {
	r := rt.TestOf(t)
	if r == nil {
		return t.Output()
	}
	to := r.Running(s)
	if to == nil {
		panic("Output called after " + *r.Name + " has completed")
	}
	return testOutput{to, s}
}

// testOutput is what the Output of a test writes to: each Write is one of a message.
type testOutput struct {
	r *rt.RunningTest
	s rt.Site // of Output
}

func (o testOutput) Write(p []byte) (int, error) {
	if rt.TestOf(o.r.T) != o.r {
		return 0, nil // kept from another execution
	}
	if o.r.Running(o.s) == nil {
		panic("Write called after " + *o.r.Name + " has completed")
	}
	return o.r.T.Output().Write(p)
}

// TAttr is the method Attr of testing.T.
func TAttr(t *testing.T, s rt.Site, key, value string) {
	switch r := rt.TestOf(t); {
	case r == nil:
	case strings.ContainsFunc(key, unicode.IsSpace):
		TErrorf(t, s, "disallowed whitespace in attribute key %q", key)
		return
	case strings.ContainsAny(value, "\r\n"):
		TErrorf(t, s, "disallowed newline in attribute value %q", value)
		return
	}
	t.Attr(key, value)
}

// TCleanup is the method Cleanup of testing.T.
func TCleanup(t *testing.T, _ rt.Site, f func()) {
	if r := rt.TestOf(t); r != nil {
		r.Cleanup(f)
		return
	}
	t.Cleanup(f)
}

// TDeadline is the method Deadline of testing.T: there is none.
func TDeadline(t *testing.T, _ rt.Site) (time.Time, bool) {
	if r := rt.TestOf(t); r != nil {
		r.NotInBubble("Deadline")
		return time.Time{}, false
	}
	return t.Deadline()
}
