package runtime

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/match"
)

// Tests. Each execution has a *testing.T of its own, a fresh one that no
// runner of package testing knows. Its methods are re-implemented on its own
// fields (innards), because plain code may call the originals through an
// interface, as assertion libraries do: both then see the same marks, cleanups
// and output.
//
// Nothing here is an operation: marks and messages are no dependencies between
// tasks, as semantics.md has it. Only the end of the test may be (testing_end.go).

// theTest is a test or subtest in an execution.
type theTest struct {
	x      *Execution
	t      *testing.T
	task   *task      // that runs it
	ending *endShadow // nil: not announced, so far
	parent *theTest
	innards.Test

	subs      []*theTest
	names     map[string]int // of subtests, with the number of those that wanted the name
	helpers   map[string]bool
	ctx       *cancelCtx
	tempDir   string
	tempDirs  int
	artifacts string
	cleaning  bool
	skippedAt Site
	passOn    bool // the parent's FailNow was called in it: the parent ends too
	inBubble  bool // of testing/synctest

	parallelism
}

// suite has the tests of an execution.
type suite struct {
	top  *theTest // nil: none has begun
	own  theTest  // what top is, in one execution after the other
	subs map[*testing.T]*theTest

	keepsT bool // Test.KeepsT
	ownT   testing.T
}

func (a *suite) reset() {
	a.top = nil
	if len(a.subs) > 0 {
		clear(a.subs)
	}
}

// of is the one that t is, or nil.
func (a *suite) of(t *testing.T) *theTest {
	if r := a.top; r != nil && r.t == t {
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
	var tt *testing.T
	if a.keepsT {
		tt = &a.ownT
		*tt = testing.T{}
	} else {
		tt = new(testing.T)
	}
	a.own = theTest{}
	a.top = &a.own
	a.top.of(t.x, tt, name, nil)
	a.top.run(t, f)
}

// of makes r what is known of t.
func (r *theTest) of(x *Execution, t *testing.T, name string, parent *theTest) {
	r.x, r.t, r.parent = x, t, parent
	r.Test.Of(t)
	*r.Name = name
}

// newSubtest makes a test within r.
func (r *theTest) newSubtest(t *task, name string) *theTest {
	both := &struct {
		t testing.T
		r theTest
	}{}
	sub := &both.r
	sub.of(t.x, &both.t, name, r)
	if r.x.suite.subs == nil {
		r.x.suite.subs = make(map[*testing.T]*theTest)
	}
	r.x.suite.subs[sub.t] = sub
	r.subs = append(r.subs, sub)
	return sub
}

// run runs the test function, parallel subtests, and the cleanups, however they
// end.
func (r *theTest) run(t *task, f func(*testing.T)) {
	r.task = t
	defer r.end()
	defer func() {
		if len(r.paused) == 0 {
			r.cleanUp()
		}
	}()
	f(r.t)
	*r.Finished = true
}

// end is deferred by run. As in Go, subtests that are paused do not go on after
// a panic.
func (r *theTest) end() {
	if r.task.dying {
		return
	}
	thrown := recover()
	if thrown == nil && !*r.Finished {
		for p := r.parent; p != nil; p = p.parent {
			r.passOn = r.passOn || *p.Finished
		}
		const message = "test executed panic(nil) or runtime.Goexit"
		if r.passOn && !r.parallel {
			r.fail(0, message+": subtest may have called FailNow on a parent test")
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

// close is the very end of the test. Thrown is what its function has panicked
// with.
func (r *theTest) close(thrown any) {
	if r.task.dying {
		return
	}
	if r.x.Known.Ends&wire.Ends != 0 {
		r.announceEnd(r.task, checker.Write, 0)
	}
	if *r.Failed {
		if r.x.came.Failure == nil && thrown == nil {
			// Marked by plain code.
			pos, message := r.lastLogged()
			r.x.fail("fatal", message, 0)
			r.x.came.Failure.Pos = pos
		}
		r.mark()
	}
	if r.parent != nil {
		r.report()
	}
	*r.Done = true
	if thrown != nil {
		panic(thrown)
	}
}

// cleanUp ends the test's context and calls the cleanup functions.
func (r *theTest) cleanUp() {
	if r.task.dying {
		return
	}
	r.cleaning = true
	if r.ctx != nil {
		r.ctx.cancel(context.Canceled, nil, false)
	}
	r.callCleanups()
	r.cleaning = false
}

// callCleanups calls the cleanup functions, the last one first. Each is called
// even if others panic or end the task.
func (r *theTest) callCleanups() {
	defer func() {
		if len(*r.Cleanups) > 0 && !r.task.dying {
			r.callCleanups()
		}
	}()
	for len(*r.Cleanups) > 0 {
		last := len(*r.Cleanups) - 1
		f := (*r.Cleanups)[last]
		*r.Cleanups = (*r.Cleanups)[:last]
		f()
	}
}

// mark marks the test and those it belongs to as failed.
func (r *theTest) mark() {
	for p := r; p != nil; p = p.parent {
		*p.Failed = true
	}
}

// fail is Fail, with what the failure is to say.
func (r *theTest) fail(s Site, message string) {
	if r.over(s) {
		panic("Fail in goroutine after " + *r.Name + " has completed")
	}
	r.x.fail("fatal", strings.TrimSuffix(message, "\n"), s)
	r.mark()
}

// leave ends the calling task as FailNow and SkipNow do.
func (r *theTest) leave() {
	*r.Finished = true
	runtime.Goexit()
}

// log is Log: it belongs to the test, or if that is over to the first one
// around it that is not.
func (r *theTest) log(s Site, text string) {
	to := r
	for to.over(s) {
		to = to.parent
		if to == nil {
			panic("Log in goroutine after " + *r.Name + " has completed: " + text)
		}
	}
	text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+indent+indent)
	to.print(indent + r.caller(s) + ": " + text + "\n")
}

const indent = "    "

func (r *theTest) print(text string) { *r.Output = append(*r.Output, text...) }

// caller is where a message comes from: the call of a test helper, or else
// the site.
func (r *theTest) caller(s Site) string {
	for p := r; p != nil; p = p.parent {
		if len(p.helpers) > 0 {
			return p.outsideHelpers(s)
		}
	}
	return s.Line()
}

func (r *theTest) outsideHelpers(s Site) string {
	if f := callerOf(r.isHelper); f.Function != "" {
		return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
	}
	return s.Line()
}

// callerOf is the innermost function of the running task's program that is not
// to be skipped.
func callerOf(skip func(function string) bool) runtime.Frame {
	pcs := make([]uintptr, 50)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		switch {
		case calls.Bottom(f.Function), f.Function == "":
			return runtime.Frame{}
		case !calls.IsOwnCall(f.Function, f.File) && !skip(f.Function):
			return f
		case !more:
			return runtime.Frame{}
		}
	}
}

func (r *theTest) isHelper(function string) bool {
	for p := r; p != nil; p = p.parent {
		if p.helpers[function] {
			return true
		}
	}
	return false
}

// report adds what a subtest has printed to the output of its parent.
func (r *theTest) report() {
	verdict := "PASS"
	switch {
	case *r.Failed:
		verdict = "FAIL"
	case *r.Skipped:
		verdict = "SKIP"
	}
	if len(*r.Output) == 0 && verdict == "PASS" {
		return
	}
	r.parent.print(indent + "--- " + verdict + ": " + *r.Name + "\n")
	for _, line := range strings.SplitAfter(string(*r.Output), "\n") {
		if line != "" {
			r.parent.print(indent + line)
		}
	}
	*r.Output = nil
}

// flush prints what the test has logged, when the execution is over.
func (r *theTest) flush() {
	r.unfinished()
	if len(*r.Output) > 0 {
		process.stdout.Write(*r.Output) // dropped unless the execution is a replay
	}
}

// unfinished adds the output of subtests that never came to their end.
func (r *theTest) unfinished() {
	for _, sub := range r.subs {
		if !*sub.Done {
			sub.unfinished()
			sub.report()
		}
	}
}

// lastLogged is the last message in the output: that of a plain Errorf.
func (r *theTest) lastLogged() (pos, message string) {
	text := "\n" + strings.TrimSuffix(string(*r.Output), "\n")
	if text == "\n" {
		return "", "the test is marked as failed"
	}
	entry := text
	for i := len(text); i >= 0; {
		i = strings.LastIndex(text[:i], "\n"+indent)
		if i < 0 {
			break
		}
		if entry = text[i+1+len(indent):]; entry != "" && entry[0] != ' ' {
			break
		}
	}
	file, rest, ok := strings.Cut(entry, ".go:")
	line, message, ok2 := strings.Cut(rest, ": ")
	if _, err := strconv.Atoi(line); !ok || !ok2 || err != nil || strings.ContainsAny(file, " \n") {
		return "", entry
	}
	return file + ".go:" + line, strings.TrimSpace(message)
}

// subtest is Run.
func (r *theTest) subtest(t *task, s Site, name string, f func(*testing.T)) bool {
	if r.cleaning {
		panic("testing: t.Run called during t.Cleanup")
	}
	r.notInBubble("Run")
	name = r.unique(name)
	if !r.x.Selection.Selects(name) {
		return true
	}
	sub := r.newSubtest(t, name)
	body := func() { sub.run(current(), f) }
	t.bears(s, body)
	_, below, _ := strings.Cut(name, "/")
	t.payload = &titled{body, wire.Subtest + below}
	t.do(checker.Op{Kind: checker.Spawn, Pos: s.Pos()}, spawnShadow{joined: true})
	t.join(t.kids[t.made-1], s)
	if sub.passOn {
		runtime.Goexit()
	}
	return !*sub.Failed
}

// unique is the full name of a subtest: as in Go, what cannot be typed is
// replaced, and the second one of a name is called name#01.
func (r *theTest) unique(name string) string {
	base := *r.Name + "/" + match.Typeable(name)
	if r.names == nil {
		r.names = make(map[string]int)
	}
	full := base
	for n := r.names[base]; n > 0 || name == ""; n++ {
		full = fmt.Sprintf("%s#%02d", base, n)
		if r.names[full] == 0 {
			r.names[base] = n
			break
		}
	}
	r.names[base]++
	if full != base {
		r.names[full]++
	}
	return full
}

// cleanup is Cleanup.
func (r *theTest) cleanup(f func()) { *r.Cleanups = append(*r.Cleanups, f) }
