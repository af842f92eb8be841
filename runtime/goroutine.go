package runtime

import (
	"fmt"
	"os"
	"runtime"

	"gocheck.dev/checker"
)

// natively is f, to be started as a goroutine that is not a task.
func natively(f func()) func() {
	if process.commanded {
		return process.strays.Of(f)
	}
	return f
}

// Go is the go statement.
func Go(s Site, f func()) {
	t := current()
	if t == nil {
		go natively(f)()
		return
	}
	if t.dying {
		runtime.Goexit()
	}
	t.bears(s, f)
	t.payload = f
	t.announce(checker.Spawn, 0, 0, s, spawnShadow{statement: true})
	if t.repeats(s, f) {
		t.op.Alike, t.plain = true, false
	}
	t.turn()
}

// Startable is f, which a go statement starts. If it is nil Go ends the program.
func Startable[F ~func()](f F, s Site) F {
	if f == nil {
		startsNone(s)
	}
	return f
}

func startsNone(s Site) {
	if t := current(); t != nil && !t.dying {
		t.fatal("go of nil func value", s)
	}
}

// launch is a go statement of the runtime's own.
func launch(s Site, f func()) {
	t := current()
	if t == nil {
		Go(s, f)
		return
	}
	t.launches(s, f, f)
}

// launches is launch of f, in whose stack natively shown comes first.
func (t *task) launches(s Site, shown, f func()) {
	t.bears(s, shown)
	t.payload = f
	t.do(checker.Op{Kind: checker.Spawn, Alike: t.repeats(s, shown), Pos: s.Pos()}, spawnShadow{})
}

// Apart starts a task that is no goroutine natively. A task calls.
func Apart(s Site, f func()) { current().apart(s, f) }

func (t *task) apart(s Site, f func()) {
	t.payload = f
	t.do(checker.Op{Kind: checker.Spawn, Pos: s.Pos()}, spawnShadow{apart: true})
}

// spawnShadow performs go statements.
type spawnShadow struct {
	statement bool // the program's own, whose site names what is called
	apart     bool // it is no goroutine of the program
}

// titled is the payload of the start of a task that people know by a name.
type titled struct {
	f     func()
	title string
}

func (spawnShadow) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (spawnShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (g spawnShadow) perform(t *task, ev *checker.Event) {
	var child *task
	switch p := t.payload.(type) {
	case func():
		child = t.x.spawn(t, p, Site(t.op.Pos), checker.Begin, 0, nil)
		child.named, child.counted = g.statement, !g.apart
		t.sent(child)
	case *titled:
		child = t.x.spawn(t, p.f, Site(t.op.Pos), checker.Begin, 0, nil)
		child.title, child.counted = p.title, !g.apart
	case *coroutine: // of a paused subtest, whose name goes on too: it does not depend on the order of releases
		child = t.x.spawn(p.task, nil, Site(t.op.Pos), checker.Begin, 0, nil)
		child.creator, child.threads, child.title = t, p.task.threads, p.task.title
		child.counted, child.resumes = true, true
		t.x.census.goesOn(p.task, child)
		ev.Names = true // whose child it is depends on who was paused
		p.adopt(child)
	}
	t.payload = nil
	ev.Child = child.id
}

// joinShadow performs Joins: they are enabled when the other task has ended.
type joinShadow struct{}

func (joinShadow) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (joinShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.x.tasks[t.op.Partner].life != over {
		return buf
	}
	return append(buf, t.always())
}

func (joinShadow) perform(t *task, _ *checker.Event) { t.x.tasks[t.op.Partner].awaited = true }

// join waits for another task to end.
func (t *task) join(other *task, s Site) {
	t.do(checker.Op{Kind: checker.Join, Partner: other.id, Pos: s.Pos()}, joinShadow{})
}

// Gosched is runtime.Gosched.
func Gosched(s Site) {
	if t := current(); t != nil {
		t.do(checker.Op{Kind: checker.Yield, Pos: s.Pos()}, nil)
		return
	}
	runtime.Gosched()
}

// Goexit is runtime.Goexit.
func Goexit(Site) { runtime.Goexit() }

// OSExit is os.Exit. Of an execution it ends the calling task only: what
// others do from now on they might as well have done before.
func OSExit(s Site, code int) { Exit(s, code, fmt.Sprintf("os.Exit(%d)", code)) }

// Exit is OSExit for whatever ends the program, with what is said of it.
func Exit(s Site, code int, message string) {
	if t := current(); t != nil {
		t.exit(s, code, message)
	}
	if process.host != nil {
		process.host.Exits(code)
	}
	os.Exit(code)
}

// exit ends the program. With code 0 that is a panic while a test runs, as natively: a
// test that ends the process is not to be taken for one that has passed.
func (t *task) exit(s Site, code int, message string) {
	x := t.x
	m := x.userMain
	switch {
	case t.dying:
	case m.exits(t, s, code, message):
	case code != 0:
		x.fail("fatal", message, s)
		x.came.Exited = true
	case x.resetting:
		x.unsupported(s, message+" in the initialisation of a package")
	case m != nil && m.phase == settingUp:
		x.unsupported(s, message+" before TestMain has called Run")
	default:
		panic("unexpected call to os.Exit(0) during test") // it can be recovered
	}
	t.die()
}

// Controlled says whether a task calls: then an operation is under control.
//
//go:noinline
func Controlled() bool { return current() != nil }

// Unsupported stands before a call that would be out of gocheck's control.
func Unsupported(s Site, what string) {
	if t := current(); t != nil {
		if t.dying {
			runtime.Goexit()
		}
		t.x.unsupported(s, what)
	}
}
