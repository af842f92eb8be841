package runtime

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/tests"
)

// Tests. Each execution has a *testing.T of its own, a fresh one that no
// runner of package testing knows. What is known of one without its task is in package tests.
//
// Nothing here is an operation: marks and messages are no dependencies between
// tasks, as semantics.md has it. Only the end of the test may be (testing_end.go).

// A RunningTest is a test or subtest in an execution.
type RunningTest struct {
	x      *Execution
	T      *testing.T // its own
	task   *task      // that runs it
	ending *endShadow // nil: not announced, so far
	parent *RunningTest
	tests.Test

	ctx       *cancelCtx
	cleaning  bool
	skippedAt Site
	awaited   bool // the test around it waits for its end
	passOn    bool // the parent's FailNow was called in it: the parent ends too

	parallelism
}

// suite has the tests of an execution.
type suite struct {
	top  *RunningTest // nil: none has begun
	own  RunningTest  // what top is, in one execution after the other
	subs map[*testing.T]*RunningTest

	newT func() *testing.T // Test.NewT
	ownT testing.T
}

func (a *suite) reset() {
	a.top = nil
	if len(a.subs) > 0 {
		clear(a.subs)
	}
}

// of is the one that t is, or nil.
func (a *suite) of(t *testing.T) *RunningTest {
	if r := a.top; r != nil && r.T == t {
		return r
	}
	return a.subs[t]
}

// runTest runs a test function as the current task. Its T is a new one in each
// execution, as plain code may have kept the last one, unless none can have come by it:
// to write on memory that was not used for long takes as long as some ten steps.
func runTest(name string, f func(*testing.T)) {
	t := current()
	t.threads = 0 // natively a test has a goroutine of its own
	if t.id == mainTask {
		t.runs(t.x.at)
	}
	a := &t.x.suite
	tt := &a.ownT
	if a.newT != nil {
		tt = a.newT()
	} else {
		*tt = testing.T{}
	}
	a.own = RunningTest{}
	a.top = &a.own
	a.top.x, a.top.T = t.x, tt
	a.top.Begins(tt, name, nil)
	a.top.run(t, f)
}

// newSubtest makes a test within r.
func (r *RunningTest) newSubtest(t *task, name string) *RunningTest {
	both := &struct {
		t testing.T
		r RunningTest
	}{}
	sub := &both.r
	sub.x, sub.T, sub.parent, sub.awaited = t.x, &both.t, r, t == r.task
	sub.Begins(sub.T, name, &r.Test)
	if r.x.suite.subs == nil {
		r.x.suite.subs = make(map[*testing.T]*RunningTest)
	}
	r.x.suite.subs[sub.T] = sub
	return sub
}

// run runs the test function, parallel subtests, and the cleanups, however they end.
func (r *RunningTest) run(t *task, f func(*testing.T)) {
	r.task = t
	if r.x.Known.Ends&wire.Contexts != 0 {
		TContext(r.T, 0)
	}
	defer r.end()
	defer func() {
		if len(r.paused) == 0 {
			r.cleanUp()
		}
	}()
	f(r.T)
	*r.Finished = true
}

// end is deferred by run. As in Go, subtests that are paused do not go on after a panic.
func (r *RunningTest) end() {
	if r.task.dying {
		return
	}
	thrown := recover()
	if thrown == nil && !*r.Finished {
		r.passOn = r.passOn || r.FinishedAround()
		const message = "test executed panic(nil) or runtime.Goexit"
		if r.passOn && !r.Parallel {
			r.Fail(0, message+": subtest may have called FailNow on a parent test")
		} else {
			thrown = message
		}
	}
	defer r.close(thrown)
	if len(r.paused) > 0 {
		if thrown == nil {
			r.release()
		}
		r.cleanUp()
	}
}

// close is the very end of the test. Thrown is what its function has panicked with.
func (r *RunningTest) close(thrown any) {
	if r.task.dying {
		return
	}
	if r.x.Known.Ends&wire.Ends != 0 {
		r.announceEnd(r.task, checker.Write, 0)
	}
	if *r.Failed {
		if r.x.came.Failure == nil && thrown == nil {
			// Marked by plain code.
			pos, message := r.LastLogged()
			r.x.fail("fatal", message, 0)
			r.x.came.Failure.Pos = pos
		}
		r.Mark()
	}
	if r.parent != nil {
		r.Report()
	}
	r.Ends(thrown != nil)
	if thrown != nil {
		panic(thrown)
	}
}

// cleanUp ends the test's context and calls the cleanup functions.
func (r *RunningTest) cleanUp() {
	if r.task.dying {
		return
	}
	r.cleaning = true
	if r.ctx != nil {
		r.ctx.cancel(context.Canceled, nil, false)
	}
	r.CallCleanups(&r.task.dying)
	r.cleaning = false
}

// Fail is Fail, with what the failure is to say.
func (r *RunningTest) Fail(s Site, message string) { r.failAt(s, r.HelperCall(), message) }

// failAt is Fail at a file and line, or at s if that is "". Two assertions of a library fail in
// one line of it, and are two failures.
func (r *RunningTest) failAt(s Site, at, message string) {
	if over := r.firstOver(s); over != nil {
		// As in Go, those around it fail nevertheless.
		if over.parent != nil {
			over.parent.Mark()
		}
		panic("Fail in goroutine after " + *over.Name + " has completed")
	}
	f := failureAt("fatal", strings.TrimSuffix(message, "\n"), s, r.x.meanwhile())
	if at != "" {
		f.Pos = at
	}
	r.x.failed(f)
	r.Mark()
}

// firstOver is the outermost of the test and those around it that is over, or nil. While a test
// runs, who has called Run for it waits.
func (r *RunningTest) firstOver(s Site) *RunningTest {
	if r.awaited && !r.over(s) {
		return nil
	}
	if r.parent != nil {
		if over := r.parent.firstOver(s); over != nil {
			return over
		}
	}
	if r.awaited || r.over(s) {
		return r
	}
	return nil
}

// Leave ends the calling task as FailNow and SkipNow do.
func (r *RunningTest) Leave() {
	*r.Finished = true
	runtime.Goexit()
}

// Skip is SkipNow.
func (r *RunningTest) Skip(s Site) {
	r.skippedAt = s
	*r.Skipped = true
	r.Leave()
}

// Say is Log.
func (r *RunningTest) Say(s Site, text string) {
	to := r.Running(s)
	if to == nil {
		panic("Log in goroutine after " + *r.Name + " has completed: " + text)
	}
	to.Log(&r.Test, s.Line(), text)
}

// Running is what a message belongs to: the test, or if that is over the first one around it that
// is not, or nil.
func (r *RunningTest) Running(s Site) *RunningTest {
	for r != nil && r.over(s) {
		r = r.parent
	}
	return r
}

// flush prints what the test has logged, when the execution is over.
func (r *RunningTest) flush() {
	r.Unfinished()
	if len(*r.Output) > 0 {
		process.stdout.Write(*r.Output) // dropped unless the execution is a replay
	}
}

// Turn comes before the calling task gets the next number of something that the test has: which of
// several gets it first shows in names.
func (r *RunningTest) Turn(s Site, of string) {
	t, turn := current(), r.TurnOf(of)
	if turn.First == nil {
		turn.First = t
	}
	if turn.First != t {
		r.x.Known.matters |= wire.Turns
	}
	if r.x.Known.Ends&wire.Turns != 0 {
		Saying(func() string { return "number " + of })
		AddWord(s, &turn.Word, 1)
	}
}

// subtest is Run.
func (r *RunningTest) subtest(t *task, s Site, name string, f func(*testing.T)) bool {
	if r.cleaning {
		panic("testing: t.Run called during t.Cleanup")
	}
	r.NotInBubble("Run")
	r.Turn(s, "subtest "+name)
	name = r.Unique(name)
	if !r.x.Selection.Selects(name) {
		return true
	}
	sub := r.newSubtest(t, name)
	body := func() { sub.run(current(), f) }
	t.bears(s, body)
	_, below, _ := strings.Cut(name, "/")
	t.payload = &titled{body, wire.RunsSubtest + below}
	t.do(checker.Op{Kind: checker.Spawn, Pos: s.Pos()}, spawnShadow{})
	t.join(t.kids[t.made-1], s)
	if sub.passOn {
		runtime.Goexit()
	}
	return !*sub.Failed
}
