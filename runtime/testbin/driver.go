package testbin

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/fuzzing"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/environ"
	"gocheck.dev/runtime/internal/match"
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

var tests []rt.Test

// RegisterTest registers a test function of the package under test. keepsT says that
// the function gives its T to nobody, and does not use it but by itself.
func RegisterTest(name string, f func(*testing.T), pos string, keepsT bool) {
	t := rt.Test{Name: name, Run: f, Site: siteOf(name, pos)}
	if !keepsT {
		t.NewT = func() *testing.T { return new(testing.T) }
	}
	tests = append(tests, t)
}

// RegisterFuzz registers a fuzz target, which is run with its seeds.
func RegisterFuzz(name string, f func(*testing.F), pos string) {
	s := siteOf(name, pos)
	tests = append(tests, rt.Test{Name: name, Run: fuzzing.Target(f, s), Site: s, NewT: fuzzing.NewT})
}

// RegisterExample registers an example with output; run makes a test of it.
func RegisterExample(name string, run func(rt.Site) func(*testing.T), pos string) {
	s := siteOf(name, pos)
	tests = append(tests, rt.Test{Name: name, Run: run(s), Site: s})
}

func siteOf(name, pos string) rt.Site { return rt.RegisterSites("", pos+"\t"+name) }

// inOrder is the order of go test: tests, fuzz targets, examples.
func inOrder(a, b rt.Test) int {
	rank := func(t rt.Test) int {
		switch t.Name[0] {
		case 'T':
			return 0
		case 'F':
			return 1
		}
		return 2
	}
	return rank(a) - rank(b)
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
	selection  match.Selection
	plain      calls.PlainCode
	serving    *served // nil: it explores all its tests itself
	reads      *reads

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
		fuzzing.ByMain(m)
		if dir, err := os.Getwd(); err == nil && d.cfg.Mode == "explore" {
			d.reads = newReads(m, dir, d.cfg.Temp)
		}
		driving = d
		rt.HostedBy(d)
		d.detour(m)
	}
	if userMain != nil {
		defer func() {
			if driving != nil && driving.over {
				recover() // it goes on when all is said
			}
		}()
		environ.NoteBefore()
		userMain(m)
		if driving != nil {
			driving.ranNone()
		}
		return
	}
	os.Exit(rt.MRun(m, 0))
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

// drive runs the selected tests and returns the exit code. It does so on a goroutine of
// its own, as go test does: the one that calls may be locked to its thread.
func (d *driver) drive() (code int) {
	if d.userMain != nil {
		defer environ.UndoMain()()
	}
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
	d.out.mute = d.cfg.Debug != nil
	names := make([]string, len(selected))
	for i, t := range selected {
		names[i] = t.Name
	}
	d.sendReads("")
	d.out.send(wire.Message{Type: "tests", Tests: names})
	if d.cfg.Mode == "list" {
		return 0
	}
	debug.SetMaxStack(maxStack)
	environ.Owns(d.cfg.Temp)
	defer rt.TakeOver()()
	defer collectsBeyond(d.cfg.Memory)()
	d.dog = startWatchdog(d.out, d.cfg.Memory)
	defer d.interrupts()()
	d.plain = calls.NewPlainCode(&d.cfg)
	if d.cfg.Served {
		d.serve(selected)
		return 0
	}
	code := 0
	for _, t := range selected {
		if d.stop.Load() {
			break // the command says what was not run
		}
		if reason, ok := d.cfg.Skipped[t.Name]; ok && d.cfg.Mode == "explore" {
			d.out.send(wire.Message{Type: "skipped", Test: t.Name, Output: reason})
			continue
		}
		d.out.send(wire.Message{Type: "start", Test: t.Name})
		r := newTestRun(d, t)
		if d.cfg.Debug == nil { // who looks at a program that is stopped sees one that hangs
			d.dog.watch(r)
		}
		d.reads.begin()
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
		r.x.Release()
		if result.Verdict == "fail" || result.Verdict == "error" {
			code = 1
		}
		d.sendReads(t.Name)
		d.out.send(wire.Message{Type: "result", Test: t.Name, Result: result})
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

// selected lists the tests that -run, -skip and a restart leave, in go test's order.
func (d *driver) selected() ([]rt.Test, error) {
	var err error
	if d.selection, err = match.New(d.cfg.Run, d.cfg.Skip); err != nil {
		return nil, err
	}
	var all []rt.Test
	for _, t := range tests {
		switch {
		case d.cfg.Mode == "replay":
			if t.Name != d.cfg.Replay.Test {
				continue
			}
		case !d.selection.Selects(t.Name):
			continue
		case d.cfg.Only != nil && !slices.Contains(d.cfg.Only, t.Name):
			continue
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, inOrder)
	return all, nil
}
