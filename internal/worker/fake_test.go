package worker

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/wire"
)

func say(m wire.Message) {
	data, _ := json.Marshal(m)
	fmt.Println(string(data))
}

// fake runs the tests of a program (names separated by blanks).
func fake(program string) {
	var config wire.Config
	data, err := os.ReadFile(os.Getenv(wire.Env))
	if err != nil || json.Unmarshal(data, &config) != nil {
		fmt.Fprintln(os.Stderr, "no configuration")
		os.Exit(9)
	}
	tests := strings.Fields(program)
	switch tests[0] {
	case "init-panic":
		initPanics()
	case "init-hang":
		time.Sleep(time.Hour)
	}
	if os.Getenv("FAKE_FORGETS_ONLY") == "" && len(config.Only) > 0 {
		tests = slices.DeleteFunc(tests, func(t string) bool { return !slices.Contains(config.Only, t) })
	}
	fmt.Println("printed by package initialisation")
	say(wire.Message{Type: "tests", Tests: tests})
	if os.Getenv("FAKE_STOPS") != "" {
		return
	}
	if os.Getenv("FAKE_HOLDS") != "" {
		holdingFake()
	}
	if os.Getenv("FAKE_NUMBERS") != "" {
		playNumbers(config.Served, tests)
		return
	}
	if config.Served {
		serveFake(tests)
		return
	}
	for _, t := range tests {
		say(wire.Message{Type: "start", Test: t})
		act(t)
		say(wire.Message{Type: "result", Test: t, Result: &wire.Result{Verdict: "pass", Executions: 1}})
	}
}

// serveFake does what it is told. Of parts it says that they are done.
func serveFake(tests []string) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var c wire.Command
		if json.Unmarshal(lines.Bytes(), &c) != nil {
			os.Exit(9)
		}
		switch c.Do {
		case wire.DoExplore:
			if !slices.Contains(tests, c.Test) {
				os.Exit(9)
			}
			act(c.Test)
			say(wire.Message{Type: "result", Test: c.Test, Result: &wire.Result{Verdict: "pass", Executions: 1}})
		case wire.DoVerify:
			say(wire.Message{Type: "unit", Test: c.Test, Unit: &wire.Unit{Over: true, Sum: wire.Sum{Failed: true}}})
		case wire.DoPart, wire.DoJoin:
			say(wire.Message{Type: "unit", Test: c.Test, Unit: &wire.Unit{Over: true, Sum: wire.Sum{Executions: 1, Events: 3}}})
		case wire.DoWhole, wire.DoConclude:
			say(wire.Message{Type: "result", Test: c.Test, Result: &wire.Result{Verdict: "pass", Executions: 1}})
		}
	}
}

func initPanics() {
	(*broken)["x"] = 1
}

// recurse does so without end, as no tool would be fooled to believe if it
// called itself.
func recurse(n int) int { return again(n+1) + 1 }

var again func(int) int

func init() { again = recurse }

func act(test string) {
	switch test {
	case "Exit":
		fmt.Fprintln(os.Stderr, "usage: none")
		os.Exit(3)
	case "Crash":
		go panic("in plain code")
		select {}
	case "Smaller": // dies while it makes a failure that it has found smaller
		say(wire.Message{Type: "found", Test: test, Failure: &wire.Failure{Kind: "fatal", Message: "as found", Execution: 7}})
		os.Exit(3)
	case "Met": // dies after it has gone on after two failures, one of them several times
		for _, place := range []string{"a.go:1", "b.go:2", "a.go:1"} {
			say(wire.Message{Type: "met", Test: test, Failure: &wire.Failure{Kind: "fatal", Message: "lost", Pos: place}})
		}
		os.Exit(3)
	case "MetLast": // likewise, in order
		say(wire.Message{Type: "met", Test: test, Failure: &wire.Failure{Kind: "fatal", Message: "lost", Pos: "a.go:1"}})
		say(wire.Message{Type: "result", Test: test, Last: true, Result: &wire.Result{Verdict: "incomplete", Bound: "computes"}})
		os.Exit(75)
	case "MetSaid": // reports what it has met
		failure := &wire.Failure{Kind: "fatal", Message: "said", Pos: "a.go:1"}
		say(wire.Message{Type: "met", Test: test, Failure: failure})
		say(wire.Message{Type: "failure", Test: test, Failure: failure})
		say(wire.Message{Type: "result", Test: test, Result: &wire.Result{Verdict: "fail"}})
		return
	case "Stubborn": // does not end while it makes a failure smaller, however it is asked
		signal.Ignore(os.Interrupt)
		say(wire.Message{Type: "found", Test: test, Failure: &wire.Failure{Kind: "fatal", Message: "as found", Execution: 7}})
		time.Sleep(time.Hour)
	case "SaysAndEnds": // what still is in the pipe when it has ended
		failure := &wire.Failure{Kind: "fatal", Message: "said", Output: strings.Repeat("x", 1<<15)}
		for range 4 {
			say(wire.Message{Type: "failure", Test: test, Failure: failure})
		}
		say(wire.Message{Type: "result", Test: test, Last: true, Result: &wire.Result{Verdict: "fail"}})
		os.Exit(75)
	case "Orderly": // ends with what it knows when it is asked, and does not run what is left
		c := make(chan os.Signal, 1)
		signal.Notify(c, os.Interrupt)
		say(wire.Message{Type: "progress", Test: test, Progress: &wire.Progress{Executions: 1}})
		<-c
		say(wire.Message{Type: "result", Test: test, Result: &wire.Result{Verdict: "incomplete", Bound: "interrupted", Executions: 5}})
		os.Exit(0)
	case "Last": // ends with its result, but takes its time
		say(wire.Message{Type: "result", Test: test, Last: true, Result: &wire.Result{Verdict: "incomplete", Bound: "computes"}})
		time.Sleep(200 * time.Millisecond)
		os.Exit(75)
	case "Failures": // has several, which take long to be made smaller
		for i := range 3 {
			failure := &wire.Failure{Kind: "fatal", Message: fmt.Sprint(i)}
			say(wire.Message{Type: "found", Test: test, Failure: failure})
			time.Sleep(4 * time.Second)
			say(wire.Message{Type: "failure", Test: test, Failure: failure})
		}
	case "Judging": // takes long to describe a failure, and says so
		for i := range 3 {
			m := wire.Message{Type: "judging", Test: test}
			if i == 0 {
				m.Failure = &wire.Failure{Kind: "race", Pos: "a.go:1", Message: "x is accessed\nby two"}
			}
			say(m)
			time.Sleep(4 * time.Second)
		}
		say(wire.Message{Type: "failure", Test: test, Failure: &wire.Failure{Kind: "race"}})
	case "Judges": // does not come to describe a failure
		say(wire.Message{Type: "judging", Test: test, Failure: &wire.Failure{Kind: "race", Pos: "a.go:1", Message: "x is accessed\nby two"}})
		time.Sleep(time.Hour)
	case "SettledKilled", "SettledCrash", "SettledFound", "WarnsFound": // die in a phase
		m := wire.Message{Type: "settled", Test: test, Phase: wire.PhaseSeeds, Warns: test == "WarnsFound"}
		m.Result = &wire.Result{Verdict: "pass", Executions: 3, Phases: []wire.Phase{{Name: wire.PhaseRandom, Exhaustive: true}}}
		say(m)
		switch test {
		case "SettledKilled":
			p, _ := os.FindProcess(os.Getpid())
			p.Kill()
		case "SettledCrash":
			go panic("in plain code")
		default:
			say(wire.Message{Type: "found", Test: test, Failure: &wire.Failure{Kind: "fatal", Message: "as found", Execution: 7}})
			os.Exit(3)
		}
		select {}
	case "Overflow":
		debug.SetMaxStack(1 << 20) // the usual GiB takes its time
		fmt.Println(recurse(0))
	case "Asleep":
		select {}
	case "Sleep":
		say(wire.Message{Type: "progress", Test: test, Progress: &wire.Progress{Executions: 41, Events: 99}})
		time.Sleep(time.Hour)
	case "Killed":
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		select {}
	}
}
