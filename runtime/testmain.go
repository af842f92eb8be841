package runtime

import (
	"flag"
	"iter"
	"testing"
)

// TestMain. The user's TestMain is called once natively: its call of Run explores the
// tests. It is called again in each execution, from its beginning to its end, as if the
// execution's test were the only one that is run: what it sets up is package state, which
// each execution begins anew, and what it does after Run may find that something is wrong.
//
// In an execution it runs on a stack of its own, in the name of the main task, as the
// iterators of iter.Pull do: a test may end by Goexit, which is to end the test's
// function and not TestMain.

// mainRun is a TestMain in an execution.
type mainRun struct {
	pulled
	next  func() (struct{}, bool)
	yield func(struct{}) bool
	test  func() // the execution's test
	phase phase
	code  int // what Run has returned
}

// phase is how far a TestMain has come.
type phase uint8

const (
	settingUp phase = iota // Run was not called
	inRun
	afterRun
)

// bypassedMain is what is said of a TestMain that cannot be called in executions.
const bypassedMain = "what TestMain does after Run is not part of the executions: it hands its testing.M to code that is not rewritten"

// runMain calls the user's TestMain in the calling task, the main task.
func runMain(test *Test) {
	x := current().x
	m := &mainRun{test: func() { runTest(test.Name, test.Run) }}
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		m.yield = yield
		m.run(func() {
			defer m.panics()
			test.Main(test.M)
		})
	})
	m.next = next
	x.userMain = m
	x.atEnd = append(x.atEnd, func() { m.end(x, stop) })
	m.goOn()
	if m.phase == settingUp {
		x.unsupported(test.Site, "a TestMain that does not call Run whenever it is called")
	}
}

// goOn lets TestMain go on until it calls Run or ends. If it calls Run, the test runs,
// and then TestMain goes on however the test's function has ended.
func (m *mainRun) goOn() {
	t := current()
	again := false
	m.lend(t, func() { _, again = m.next() })
	if !again {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			t.panicked(v) // ends the program: TestMain does not go on
			t.die()
		}
		if !t.dying {
			t.exits() // TestMain goes on as t
			m.goOn()
		}
	}()
	m.test()
}

// panics is deferred by TestMain: a panic is reported with its stack, and ends the
// program.
func (m *mainRun) panics() {
	if t := current(); t != nil && !t.dying {
		if v := recover(); v != nil {
			t.panicked(v)
			t.die()
		}
	}
}

// runs is Run, called by TestMain in an execution.
func (m *mainRun) runs(t *task, s Site) int {
	if m.phase == inRun {
		t.x.unsupported(s, "a second call of Run before the first one has returned")
	}
	m.phase = inRun
	if !flag.Parsed() {
		flag.Parse()
	}
	if r := t.x.suite.top; r != nil {
		r.flush() // Run is called once more
	}
	if t.id == mainTask {
		threads := t.threads // natively the test has another goroutine
		m.yield(struct{}{})
		m.enter()
		t.threads = threads
	} else {
		launch(s, m.test)
		t.join(t.kids[t.made-1], s)
	}
	m.phase, m.code = afterRun, 0
	if r := t.x.suite.top; t.x.came.Failure != nil || r != nil && *r.Failed {
		m.code = 1
	}
	return m.code
}

// exits says what os.Exit means when TestMain calls it after Run: false if it is
// what it is elsewhere.
func (m *mainRun) exits(t *task, s Site, code int, message string) bool {
	if m == nil || m.phase != afterRun || t.id != mainTask {
		return false
	}
	if code != 0 && m.code == 0 {
		t.x.fail("fatal", message+" in TestMain, after Run has returned 0", s)
	}
	return true
}

// cutShort says whether t is TestMain after Run. What it does there ends with a call
// that cannot be controlled: the test itself was under control.
func (m *mainRun) cutShort(t *task, n *Uncontrolled) bool {
	if m == nil || m.phase != afterRun || t.id != mainTask {
		return false
	}
	t.x.note("testmain", "TestMain was followed after Run only as far as "+n.Site.Line()+": "+n.What+" is outside of gocheck's control", n.Site)
	return true
}

// MRun is the method Run of testing.M. Called by the user's TestMain natively it explores
// the tests.
func MRun(m *testing.M, s Site) int {
	if process.host == nil {
		return m.Run()
	}
	if t := current(); t != nil && t.x.userMain != nil {
		return t.x.userMain.runs(t, s)
	}
	return process.host.Run()
}
