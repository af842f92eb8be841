package runtime

import (
	"fmt"
	"log"
	"os"
	"runtime"

	"gocheck.dev/checker"
)

// Go is the go statement.
func Go(s Site, f func()) {
	t := current()
	if t == nil {
		go natively(f)()
		return
	}
	t.payload = f
	t.do(checker.Op{Kind: checker.Spawn, Pos: s.pos()}, spawnShadow{})
}

// spawnShadow performs go statements.
type spawnShadow struct{}

func (spawnShadow) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (spawnShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (spawnShadow) perform(t *task, _ checker.Decision, ev *checker.Event) {
	begin := checker.Op{Kind: checker.Begin, Pos: t.op.Pos}
	var child *task
	switch p := t.payload.(type) {
	case func():
		child = t.x.spawn(t, p, Site(t.op.Pos), begin, nil)
	case *coroutine: // of a paused subtest, whose name goes on too: it does not depend on who was released before it
		child = t.x.spawn(p.task, nil, Site(t.op.Pos), begin, nil)
		child.creator = t
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

func (joinShadow) perform(*task, checker.Decision, *checker.Event) {}

// join waits for another task to end.
func (t *task) join(other *task, s Site) {
	t.do(checker.Op{Kind: checker.Join, Partner: other.id, Pos: s.pos()}, joinShadow{})
}

// Gosched is runtime.Gosched.
func Gosched(s Site) {
	if t := current(); t != nil {
		t.do(checker.Op{Kind: checker.Yield, Pos: s.pos()}, nil)
		return
	}
	runtime.Gosched()
}

// Goexit is runtime.Goexit.
func Goexit(Site) { runtime.Goexit() }

// OSExit is os.Exit. Of an execution it ends the calling task only: what
// others do from now on they might as well have done before.
func OSExit(s Site, code int) {
	if t := current(); t != nil {
		t.exit(s, code, fmt.Sprintf("os.Exit(%d)", code))
	}
	os.Exit(code)
}

func (t *task) exit(s Site, code int, message string) {
	if t.dying {
		runtime.Goexit()
	}
	if code != 0 {
		t.x.fail("fatal", message, s)
	}
	t.x.exited = true
	t.die()
}

// LogFatal is log.Fatal.
func LogFatal(s Site, v ...any) { LogLoggerFatal(log.Default(), s, v...) }

// LogFatalf is log.Fatalf.
func LogFatalf(s Site, format string, v ...any) { LogLoggerFatalf(log.Default(), s, format, v...) }

// LogFatalln is log.Fatalln.
func LogFatalln(s Site, v ...any) { LogLoggerFatalln(log.Default(), s, v...) }

// LogLoggerFatal is the method Fatal of log.Logger.
func LogLoggerFatal(l *log.Logger, s Site, v ...any) { logFatal(l, s, fmt.Sprint(v...)) }

// LogLoggerFatalf is the method Fatalf of log.Logger.
func LogLoggerFatalf(l *log.Logger, s Site, format string, v ...any) {
	logFatal(l, s, fmt.Sprintf(format, v...))
}

// LogLoggerFatalln is the method Fatalln of log.Logger.
func LogLoggerFatalln(l *log.Logger, s Site, v ...any) { logFatal(l, s, fmt.Sprintln(v...)) }

func logFatal(l *log.Logger, s Site, text string) {
	const caller = 3 // of LogFatal, or of the method's caller's caller: near enough for a log line
	_ = l.Output(caller, text)
	if t := current(); t != nil {
		t.exit(s, 1, "log.Fatal: "+text)
	}
	os.Exit(1)
}

// Unsupported stands before a call that would be out of gocheck's control.
func Unsupported(s Site, what string) {
	if t := current(); t != nil {
		if t.dying {
			runtime.Goexit()
		}
		t.x.unsupported(s, what)
	}
}
