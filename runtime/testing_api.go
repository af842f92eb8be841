package runtime

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/tests"
)

// testOf returns the test that t is, if it is one of this execution. The calling task is
// about to do something to it.
func testOf(t *testing.T) *theTest {
	running := current()
	if running == nil {
		return nil
	}
	running.rounds.change()
	return running.x.suite.of(t)
}

// TestOf is what is known of t, if it is a test of this execution, or nil. The calling task is
// about to do something to it.
func TestOf(t *testing.T) *tests.Test {
	if r := testOf(t); r != nil {
		return &r.Test
	}
	return nil
}

// Changes says that the calling task changes something that nobody tells.
func Changes() {
	if t := current(); t != nil {
		t.rounds.change()
	}
}

// TControlled says whether t is a test of this execution.
func TControlled(t *testing.T) bool { return testOf(t) != nil }

// TError is the method Error of testing.T.
func TError(t *testing.T, s Site, args ...any) {
	if r := testOf(t); r != nil {
		text := fmt.Sprintln(args...)
		r.log(s, text)
		r.fail(s, text)
		return
	}
	t.Helper()
	t.Error(args...)
}

// TErrorf is the method Errorf of testing.T.
func TErrorf(t *testing.T, s Site, format string, args ...any) {
	if r := testOf(t); r != nil {
		text := fmt.Sprintf(format, args...)
		r.log(s, text)
		r.fail(s, text)
		return
	}
	t.Helper()
	t.Errorf(format, args...)
}

// TFail is the method Fail of testing.T.
func TFail(t *testing.T, s Site) {
	if r := testOf(t); r != nil {
		r.fail(s, "the test called Fail")
		return
	}
	t.Fail()
}

// TFailNow is the method FailNow of testing.T.
func TFailNow(t *testing.T, s Site) {
	if r := testOf(t); r != nil {
		r.fail(s, "the test called FailNow")
		r.leave()
	}
	t.FailNow()
}

// TFatal is the method Fatal of testing.T.
func TFatal(t *testing.T, s Site, args ...any) {
	if r := testOf(t); r != nil {
		TError(t, s, args...)
		r.leave()
	}
	t.Helper()
	t.Fatal(args...)
}

// TFatalf is the method Fatalf of testing.T.
func TFatalf(t *testing.T, s Site, format string, args ...any) {
	if r := testOf(t); r != nil {
		TErrorf(t, s, format, args...)
		r.leave()
	}
	t.Helper()
	t.Fatalf(format, args...)
}

// TFailed is the method Failed of testing.T.
func TFailed(t *testing.T, _ Site) bool { return t.Failed() }

// TSkipped is the method Skipped of testing.T.
func TSkipped(t *testing.T, _ Site) bool { return t.Skipped() }

// TName is the method Name of testing.T.
func TName(t *testing.T, _ Site) string { return t.Name() }

// TLog is the method Log of testing.T.
func TLog(t *testing.T, s Site, args ...any) {
	if r := testOf(t); r != nil {
		r.log(s, fmt.Sprintln(args...))
		return
	}
	t.Helper()
	t.Log(args...)
}

// TLogf is the method Logf of testing.T.
func TLogf(t *testing.T, s Site, format string, args ...any) {
	if r := testOf(t); r != nil {
		r.log(s, fmt.Sprintf(format, args...))
		return
	}
	t.Helper()
	t.Logf(format, args...)
}

// TSkip is the method Skip of testing.T.
func TSkip(t *testing.T, s Site, args ...any) {
	if r := testOf(t); r != nil {
		r.log(s, fmt.Sprintln(args...))
		TSkipNow(t, s)
	}
	t.Helper()
	t.Skip(args...)
}

// TSkipf is the method Skipf of testing.T.
func TSkipf(t *testing.T, s Site, format string, args ...any) {
	if r := testOf(t); r != nil {
		r.log(s, fmt.Sprintf(format, args...))
		TSkipNow(t, s)
	}
	t.Helper()
	t.Skipf(format, args...)
}

// TSkipNow is the method SkipNow of testing.T.
func TSkipNow(t *testing.T, s Site) {
	if r := testOf(t); r != nil {
		r.skippedAt = s
		*r.Skipped = true
		r.leave()
	}
	t.SkipNow()
}

// THelper is the method Helper of testing.T.
func THelper(t *testing.T, _ Site) {
	if r := testOf(t); r != nil { // else marking THelper itself would mark nothing
		r.Helper()
	}
}

// TOutput is the method Output of testing.T.
func TOutput(t *testing.T, s Site) io.Writer {
	r := testOf(t)
	if r == nil {
		return t.Output()
	}
	to := r.running(s)
	if to == nil {
		panic("Output called after " + *r.Name + " has completed")
	}
	return testOutput{to, s}
}

// testOutput is what the Output of a test writes to: each Write is one of a message.
type testOutput struct {
	r *theTest
	s Site // of Output
}

func (o testOutput) Write(p []byte) (int, error) {
	if testOf(o.r.t) != o.r {
		return 0, nil // kept from another execution
	}
	if o.r.running(o.s) == nil {
		panic("Write called after " + *o.r.Name + " has completed")
	}
	return o.r.t.Output().Write(p)
}

// TAttr is the method Attr of testing.T.
func TAttr(t *testing.T, s Site, key, value string) {
	switch r := testOf(t); {
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

// TRun is the method Run of testing.T: the subtest is a task of its own, which
// the caller waits for.
func TRun(t *testing.T, s Site, name string, f func(*testing.T)) bool {
	if r := testOf(t); r != nil {
		return r.subtest(current(), s, name, f)
	}
	return t.Run(name, f)
}

// TCleanup is the method Cleanup of testing.T.
func TCleanup(t *testing.T, _ Site, f func()) {
	if r := testOf(t); r != nil {
		r.Cleanup(f)
		return
	}
	t.Cleanup(f)
}

// TContext is the method Context of testing.T: a context that is cancelled
// before the cleanups. The test makes it when it asks for it, so the others do without; where
// another task does, each test has one from the beginning: that it ends must not depend on who
// was first.
func TContext(t *testing.T, s Site) context.Context {
	r := testOf(t)
	if r == nil {
		return t.Context()
	}
	if current() != r.task {
		r.x.Known.matters |= wire.Contexts
	}
	if r.ctx == nil {
		r.ctx = newContext(s, context.Background(), ".WithCancel")
		if r.cleaning || *r.Done {
			r.ctx.announce(checker.CAS, &reason{context.Canceled, context.Canceled})
		}
	}
	return r.ctx
}

// TParallel is the method Parallel of testing.T.
func TParallel(t *testing.T, s Site) {
	if r := testOf(t); r != nil {
		r.pause(s)
		return
	}
	t.Parallel()
}

// TDeadline is the method Deadline of testing.T: there is none.
func TDeadline(t *testing.T, _ Site) (time.Time, bool) {
	if r := testOf(t); r != nil {
		r.NotInBubble("Deadline")
		return time.Time{}, false
	}
	return t.Deadline()
}
