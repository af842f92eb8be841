package verdicts

import (
	"fmt"
	"io"
	"testing"
)

// A test or subtest that is over, and what its methods do then: they go by the tests around it, as
// with go test.

// over gives a subtest that has ended, and one within a subtest.
func over(t *testing.T) (sub, deep *testing.T) {
	t.Run("sub", func(t *testing.T) {
		sub = t
		t.Run("deep", func(t *testing.T) { deep = t })
	})
	return sub, deep
}

func TestEndedOutput(t *testing.T) {
	sub, deep := over(t)
	fmt.Fprintln(sub.Output(), "a line")
	fmt.Fprintln(deep.Output(), "a line")
	var tb testing.TB = sub
	fmt.Fprintln(tb.Output(), "a line")
	var w interface{ Output() io.Writer } = deep
	fmt.Fprintln(w.Output(), "a line")
}

func TestEndedWriter(t *testing.T) {
	var w io.Writer
	t.Run("sub", func(t *testing.T) {
		w = t.Output()
		fmt.Fprint(w, "the beginning of")
	})
	if n, err := fmt.Fprintln(w, " a line"); n != 8 || err != nil {
		t.Error(n, err)
	}
}

func TestEndedLog(t *testing.T) {
	sub, deep := over(t)
	sub.Log("a message")
	var l interface{ Logf(string, ...any) } = deep
	l.Logf("a message")
	deep.Attr("key", "value")
}

// What the tests around it are when a test fails that is over.
func endedFails(t *testing.T, fail func(t *testing.T)) {
	sub, deep := over(t)
	defer func() {
		want := fmt.Sprintf("Fail in goroutine after %s has completed", sub.Name())
		if v := recover(); v != want || !t.Failed() || sub.Failed() || deep.Failed() {
			panic(fmt.Sprint("not as natively: ", v, t.Failed(), sub.Failed(), deep.Failed()))
		}
	}()
	fail(deep)
}

func TestEndedFail(t *testing.T)  { endedFails(t, func(t *testing.T) { t.Fail() }) }
func TestEndedError(t *testing.T) { endedFails(t, func(t *testing.T) { t.Errorf("an error") }) }
func TestEndedAttr(t *testing.T)  { endedFails(t, func(t *testing.T) { t.Attr("a key", "value") }) }
func TestEndedErrorOf(t *testing.T) {
	endedFails(t, func(t *testing.T) {
		var l interface{ Errorf(string, ...any) } = t
		l.Errorf("an error")
	})
}

// late lets a goroutine use a test in whose default order that is in time. Each of these is a panic
// in another order, and no failure but that.
func late(use func()) {
	sent := make(chan bool, 1)
	go func() {
		sent <- true
		use()
	}()
	<-sent
}

func TestLateLog(t *testing.T)    { late(func() { t.Log("a message") }) }
func TestLateOutput(t *testing.T) { late(func() { t.Output() }) }
func TestLateWrite(t *testing.T)  { late(func() { fmt.Fprintln(t.Output(), "a line") }) }
func TestLateWriter(t *testing.T) {
	w := t.Output()
	late(func() { fmt.Fprintln(w, "a line") })
}

func TestLateOutputOf(t *testing.T) {
	var o interface{ Output() io.Writer } = t
	late(func() { o.Output() })
}

func TestLateLogOf(t *testing.T) {
	var l interface{ Log(...any) } = t
	late(func() { l.Log("a message") })
}

func TestLateLogfOf(t *testing.T) {
	var l interface {
		Logf(format string, args ...interface{})
	} = t
	late(func() { l.Logf("a message") })
}

// In time, or after the end of the subtest only.
func TestLateNot(t *testing.T) {
	written := make(chan bool)
	t.Run("sub", func(t *testing.T) {
		late(func() {
			fmt.Fprintln(t.Output(), "a line")
			t.Log("a message")
			written <- true
		})
	})
	<-written
}

// It is done in time as well: an attribute that is well formed is not refused later either.
func TestLateAttr(t *testing.T) { late(func() { t.Attr("key", "value") }) }

type helps interface {
	Helper()
	Errorf(format string, args ...any)
}

func helped(t helps) {
	t.Helper()
	t.Errorf("told where the helper is called")
}

func TestHelperOf(t *testing.T) {
	helped(t)
}
