package runtime

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gocheck.dev/internal/wire"
)

// Exit codes of a test binary that is driven by the command. What happened to
// the tests is in the messages, so they only tell the command whether it has
// all of them.
const (
	exitHung   = 75 // the watchdog has ended the process: it is to be started again for the remaining tests
	exitBroken = 76 // the driver itself could not go on
)

// maxStack is the limit of a goroutine's stack. Go's own, a GiB, is so far away
// that an endless recursion, each of whose frames is copied whenever the stack
// grows, would be taken for a long computation. At the limit Go ends the
// process: the command words that, and starts it again for the tests that
// remain.
const maxStack = 64 << 20

type registeredTest struct {
	name   string
	run    func(*testing.T)
	site   Site
	keepsT bool
}

var (
	tests    []registeredTest
	restores []func()
	resets   []func()
)

// RegisterTest registers a test function of the package under test. keepsT says that
// the function gives its T to nobody, and does not use it but by itself.
func RegisterTest(name string, f func(*testing.T), pos string, keepsT bool) {
	tests = append(tests, registeredTest{name, f, RegisterSites("", pos+"\t"+name), keepsT})
}

// RegisterReset registers a function that sets the state of a package back to
// what it was before its initialisation, and initialises it again. They are
// called inside of each execution, in the order of their registration, which
// is Go's order of initialisation.
func RegisterReset(_ string, f func()) { resets = append(resets, f) }

// RegisterRestore registers a function that puts variables of other packages
// back, which is done before any package is reset.
func RegisterRestore(f func()) { restores = append(restores, f) }

// RegisterField registers a field of what x points to, if that is a T, as what save puts
// back: save looks at the field, and returns a function that sets it again.
func RegisterField[T any](x any, save func(*T) func()) {
	if p, ok := x.(*T); ok && p != nil {
		RegisterRestore(save(p))
	}
}

// Resetting says whether the calling task initialises packages again.
func Resetting() bool {
	t := current()
	return t != nil && t.x.resetting
}

// Standard says whether a function of package expvar or net/http/pprof serves
// HTTP requests.
func Standard(handler any) bool {
	v := reflect.ValueOf(handler)
	if v.Kind() != reflect.Func {
		return false
	}
	name := runtime.FuncForPC(v.Pointer()).Name()
	return strings.HasPrefix(name, "expvar.") || strings.HasPrefix(name, "net/http/pprof.")
}

// Zero sets a package's variable back to its zero value.
func Zero[T any](p *T) {
	var zero T
	*p = zero
}

// Embedded registers a variable that go:embed fills: before an execution it gets its
// value back, and its bytes theirs.
func Embedded[T any](p *T) {
	value := *p
	var was []byte
	now := func() []byte { return nil }
	if v := reflect.ValueOf(value); v.Kind() == reflect.Slice {
		was, now = bytes.Clone(v.Bytes()), v.Bytes
	}
	RegisterRestore(func() {
		*p = value
		copy(now(), was)
	})
}

// driving is the driver of this process, nil where there is none: the binary
// then runs its tests natively.
var driving *driver

// driver runs the tests of a binary as the command has asked for.
type driver struct {
	cfg        wire.Config
	importPath string
	out        *output
	dog        *watchdog
	ran        bool
	stop       atomic.Bool // the user has had enough: see interrupts
	selection  selection
	plain      plainCode
	serving    *served // nil: it explores all its tests itself

	m        *testing.M
	userMain func(*testing.M) // nil: there is none
	bypassed bool             // userMain can not be called in executions
	over     bool             // userMain goes on natively
}

// NoTestMain stands for a TestMain that the user has not written. (Generated code does not say
// nil: a package may declare that name.)
var NoTestMain func(*testing.M)

// Main is the TestMain of a rebuilt test binary. userMain is the user's own,
// if there is one.
func Main(m *testing.M, importPath string, userMain func(*testing.M)) {
	if path := os.Getenv(wire.Env); path != "" {
		d, err := newDriver(path, importPath)
		if err != nil {
			fmt.Fprintf(os.Stderr, "gocheck: %v\n", err)
			os.Exit(exitBroken)
		}
		d.m, d.userMain = m, userMain
		driving = d
		d.detour(m)
	}
	if userMain != nil {
		defer func() {
			if driving != nil && driving.over {
				recover() // it goes on when all is said
			}
		}()
		userMain(m)
		if driving != nil {
			driving.ranNone()
		}
		return
	}
	os.Exit(MRun(m, 0))
}

// ranNone tells the command, where a TestMain ends the process without having
// called Run, that there is nothing to explore: as natively, that is no failure.
func (d *driver) ranNone() {
	if d.ran {
		return
	}
	d.ran = true
	if out, err := takeOutput(); err == nil {
		out.send(wire.Message{Type: "tests"})
		out.giveBack()
	}
}

func newDriver(path, importPath string) (*driver, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	d := &driver{importPath: importPath}
	if err := json.Unmarshal(data, &d.cfg); err != nil {
		return nil, fmt.Errorf("reading the configuration %s: %w", path, err)
	}
	// Processes that the program starts are none of gocheck's.
	os.Unsetenv(wire.Env)
	args := os.Args[:1:1]
	if d.cfg.Short {
		args = append(args, "-test.short=true")
	}
	os.Args = append(args, d.cfg.Args...)
	return d, nil
}

// test is what the main task does in each execution for a test.
func (d *driver) test(x *execution, t registeredTest) {
	x.suite.keepsT = t.keepsT
	if d.bypassed {
		x.note("testmain", bypassedMain, 0)
	}
	if d.userMain == nil {
		runTest(t.name, t.run)
		return
	}
	runMain(d, t)
}

// drive runs the selected tests and returns the exit code. It does so on a goroutine of
// its own, as go test does: the one that calls may be locked to its thread.
func (d *driver) drive() (code int) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		code = d.runAll()
	}()
	<-done
	return code
}

func (d *driver) runAll() int {
	if !flag.Parsed() {
		flag.Parse()
	}
	selected, err := d.selected()
	if err == nil {
		d.out, err = takeOutput()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "gocheck: %v\n", err)
		return exitBroken
	}
	defer d.out.giveBack()
	names := make([]string, len(selected))
	for i, t := range selected {
		names[i] = t.name
	}
	d.out.send(wire.Message{Type: "tests", Tests: names})
	if d.cfg.Mode == "list" {
		return 0
	}
	debug.SetMaxStack(maxStack)
	defer holdStrays()()
	defer giveBackFlags()
	d.dog = startWatchdog(d.out, d.cfg.Memory)
	defer d.interrupts()()
	d.plain = newPlainCode(&d.cfg)
	if d.cfg.Served {
		d.serve(selected)
		return 0
	}
	code := 0
	for _, t := range selected {
		if d.stop.Load() {
			break // the command says what was not run
		}
		if reason, ok := d.cfg.Skipped[t.name]; ok && d.cfg.Mode == "explore" {
			d.out.send(wire.Message{Type: "skipped", Test: t.name, Output: reason})
			continue
		}
		d.out.send(wire.Message{Type: "start", Test: t.name})
		r := newTestRun(d, t)
		d.dog.watch(r)
		var result *wire.Result
		switch d.cfg.Mode {
		case "replay":
			result = r.replay(d.cfg.Replay)
		case "record":
			result = r.recordTrace()
		default:
			result = r.explore()
		}
		d.dog.watch(nil)
		r.x.release()
		if result.Verdict == "fail" || result.Verdict == "error" {
			code = 1
		}
		d.out.send(wire.Message{Type: "result", Test: t.name, Result: result})
	}
	return code
}

// interrupts makes an interrupt end the exploration with what is known, until
// the function that it returns is called. The command sends one when the user
// has had enough, and ends the process a moment later.
func (d *driver) interrupts() (end func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		for range c {
			d.stop.Store(true)
		}
	}()
	return func() {
		signal.Stop(c)
		close(c)
	}
}

// selected lists the tests that -run, -skip and a restart leave, in the order
// of their registration.
func (d *driver) selected() ([]registeredTest, error) {
	var err error
	if d.selection, err = newSelection(d.cfg.Run, d.cfg.Skip); err != nil {
		return nil, err
	}
	var all []registeredTest
	for _, t := range tests {
		switch {
		case d.cfg.Mode == "replay":
			if t.name != d.cfg.Replay.Test {
				continue
			}
		case !d.selection.selects(t.name):
			continue
		case d.cfg.Only != nil && !slices.Contains(d.cfg.Only, t.name):
			continue
		}
		all = append(all, t)
	}
	return all, nil
}
