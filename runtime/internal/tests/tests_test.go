package tests

import (
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

func begun(name string, around *Test) *Test {
	r := &Test{}
	r.Begins(new(testing.T), name, around)
	return r
}

func TestUnique(t *testing.T) {
	r := begun("TestX", nil)
	var names []string
	for _, name := range []string{"a b", "a b", "", "", "a_b#01", "a b"} {
		names = append(names, r.Unique(name))
	}
	want := []string{"TestX/a_b", "TestX/a_b#01", "TestX/#00", "TestX/#01", "TestX/a_b#01#01", "TestX/a_b#02"}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// What a subtest prints stands below its name in the output of the test around it, also if it never
// comes to its end; its failure marks those around it.
func TestOutput(t *testing.T) {
	top := begun("TestX", nil)
	ended, open := begun("TestX/ended", top), begun("TestX/open", top)
	quiet := begun("TestX/quiet", top)
	ended.Log(ended, "x_test.go:3", "one\ntwo\n")
	if pos, message := ended.LastLogged(); pos != "x_test.go:3" || message != "one\n        two" {
		t.Errorf("last logged: %q at %q", message, pos)
	}
	ended.Mark()
	if !*ended.Failed || !*top.Failed || *open.Failed {
		t.Error("the wrong tests are marked")
	}
	for _, r := range []*Test{ended, quiet} {
		r.Report()
		*r.Done = true
	}
	open.Log(open, "x_test.go:9", "three")
	top.Unfinished()
	const want = `    --- FAIL: TestX/ended
        x_test.go:3: one
            two
    --- PASS: TestX/open
        x_test.go:9: three
`
	if got := string(*top.Output); got != want {
		t.Errorf("printed\n%swant\n%s", got, want)
	}
}

// Each subtest has said what it has logged, without what those within it have.
func TestSubtests(t *testing.T) {
	top := begun("TestX", nil)
	bad := begun("TestX/bad", top)
	within := begun("TestX/bad/within", bad)
	bad.Log(bad, "x_test.go:3", "one")
	within.Log(within, "x_test.go:4", "two")
	within.Mark()
	within.Report()
	within.Ends(false)
	bad.Log(bad, "x_test.go:5", "three")
	bad.Report()
	bad.Ends(false)
	threw, open, quiet := begun("TestX/threw", top), begun("TestX/open", top), begun("TestX/quiet", top)
	bubble := begun("TestX", top)
	bubble.InBubble = true
	threw.Ends(true)
	bubble.Ends(false)
	quiet.Log(quiet, "x_test.go:6", "nothing")
	quiet.Report()
	quiet.Ends(false)
	open.Log(open, "x_test.go:7", strings.Repeat("x", maxSaid/2))
	open.Log(open, "x_test.go:8", strings.Repeat("x", maxSaid/2))
	top.Unfinished()
	got := top.Subtests()
	if long := got[3].Said; len(long) > maxSaid || !strings.HasSuffix(long, "x\n    (more was printed)\n") {
		t.Errorf("%d bytes are told of one that prints much, to %q", len(long), long[len(long)-50:])
	}
	got[3].Said = ""
	want := []wire.Subtest{
		{Name: "TestX/bad", Verdict: "fail", Said: "    x_test.go:3: one\n    x_test.go:5: three\n"},
		{Name: "TestX/bad/within", Verdict: "fail", Said: "    x_test.go:4: two\n"},
		{Name: "TestX/threw", Verdict: "fail"},
		{Name: "TestX/open"},
		{Name: "TestX/quiet", Verdict: "pass"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// helped has its messages shown where it is called.
func helped(r *Test) {
	r.Helper()
	r.Log(r, "a line", "x")
}

func TestHelper(t *testing.T) {
	r := begun("TestX", nil)
	sub := begun("TestX/sub", r)
	r.Log(r, "a line", "x")
	helped(r)
	sub.Log(sub, "another", "x")
	if got := string(*r.Output); !strings.Contains(got, "    a line: x\n    tests_test.go:") {
		t.Errorf("printed %q", got)
	}
	if got := string(*sub.Output); strings.Contains(got, "another") {
		t.Errorf("helpers of the test around it are not known: %q", got)
	}
}

func TestCleanups(t *testing.T) {
	for _, dying := range []bool{false, true} {
		r := begun("TestX", nil)
		var called []int
		r.Cleanup(func() { called = append(called, 1) })
		r.Cleanup(func() { called = append(called, 2); r.Cleanup(func() { called = append(called, 3) }); panic("stop") })
		func() {
			defer func() { recover() }()
			r.CallCleanups(&dying)
		}()
		want := []int{2, 3, 1}
		if dying {
			want = want[:1]
		}
		if !slices.Equal(called, want) {
			t.Errorf("dying %t: called %v, want %v", dying, called, want)
		}
	}
}

func TestConflicts(t *testing.T) {
	panics := func(f func()) (v any) {
		defer func() { v = recover() }()
		f()
		return nil
	}
	top := begun("TestX", nil)
	sub := begun("TestX/sub", top)
	top.BeParallel()
	if panics(top.BeParallel) == nil || panics(sub.BeAlone) != parallelConflict {
		t.Error("a parallel test is parallel twice, or one within it alone")
	}
	other := begun("TestX", nil)
	other.BeAlone()
	if panics(other.BeParallel) != parallelConflict {
		t.Error("a test is alone and parallel")
	}
	other.InBubble = true
	if v, _ := panics(other.BeParallel).(string); !strings.Contains(v, "Parallel called inside synctest bubble") {
		t.Errorf("in a bubble: %q", v)
	}
}

func TestFinishedAround(t *testing.T) {
	top := begun("TestX", nil)
	sub := begun("TestX/sub/sub", begun("TestX/sub", top))
	if sub.FinishedAround() {
		t.Error("nothing has finished")
	}
	*top.Finished = true
	if !sub.FinishedAround() || top.FinishedAround() {
		t.Error("the outermost test has finished")
	}
}
