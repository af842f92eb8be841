package cli

import (
	"flag"
	"go/token"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gocheck.dev/instrument"
)

// Each directive is a flag with a documented example that is valid, and the
// help has them all.
func TestDirectivesAreFlags(t *testing.T) {
	help, _ := topicOf("directives")
	var o options
	fs := flagsOf(mainCommand(), &o)
	var names []string
	for _, d := range directives {
		if fs.Lookup(d.name) == nil {
			t.Errorf("%s is no flag", d.name)
		}
		if err := valid(instrument.Directive{Name: d.name, Value: d.example}); err != nil {
			t.Errorf("%s %s: %v", d.name, d.example, err)
		}
		names = append(names, d.name)
	}
	_, list, _ := strings.Cut(help.text, "the flag of that name: ")
	list, _, _ = strings.Cut(list, "//gocheck:loop")
	listed := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	slices.Sort(names)
	slices.Sort(listed)
	if !slices.Equal(listed, names) {
		t.Errorf("gocheck help directives lists %q, want %q", listed, names)
	}
}

// What a flag was on the command line can be set again from how it prints:
// directives need it.
func TestFlagsPrintWhatTheyTake(t *testing.T) {
	var o options
	fs := allFlags(&o)
	for name, value := range map[string]string{
		"preemptions": "0", "memory": "1k", "budget": "1m", "seed": "7", "depth": "2", "v": "true", "queue": "unordered", "run": "A B", "steps": "9", "reversals": "2", "user": "^key", "unordered-output": "^a b",
	} {
		if err := fs.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	fs.Visit(func(f *flag.Flag) {
		var again options
		fs := allFlags(&again)
		if err := fs.Set(f.Name, f.Value.String()); err != nil {
			t.Errorf("-%s=%s: %v", f.Name, f.Value, err)
		}
		if got := fs.Lookup(f.Name).Value.String(); got != f.Value.String() {
			t.Errorf("-%s: %q is set as %q", f.Name, f.Value, got)
		}
	})
}

// The command line goes before the test, the test before its package.
func TestPrecedence(t *testing.T) {
	b := &instrument.Binary{
		Tests: []instrument.Test{{Name: "TestA"}, {Name: "TestB"}},
		Directives: []instrument.Directive{
			{Name: "steps", Value: "1"}, {Name: "executions", Value: "2"}, {Name: "queue", Value: "unordered"}, {Name: "budget", Value: "0"},
			{Name: "steps", Value: "3", Test: "TestA"}, {Name: "queue", Value: "fifo", Test: "TestA"},
			{Name: "algo", Value: "random", Test: "TestB"}, // needs the package's bound of executions
		},
	}
	for _, tt := range []struct {
		args       string
		a, b       string // queue and algorithm
		aStep, bNo int    // steps of one, executions of the other
	}{
		{"", "fifo auto", "unordered random", 3, 2},
		{"-queue unordered -v", "unordered auto", "unordered random", 3, 2},
		{"-executions 5 -steps 9", "fifo auto", "unordered random", 9, 5},
		{"-algo dfs", "fifo dfs", "unordered dfs", 3, 2},
		{"-executions 0", "fifo auto", "unordered auto", 3, 0}, // it would never end
	} {
		var o options
		if _, err := parse(allFlags(&o), &o, "package", strings.Fields(tt.args)); err != nil {
			t.Fatal(err)
		}
		tests, err := o.directed(b)
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		testA, testB := tests["TestA"], tests["TestB"]
		if got := testA.queue + " " + testA.algo; got != tt.a || testA.steps != tt.aStep {
			t.Errorf("%s: TestA has %s, %d steps", tt.args, got, testA.steps)
		}
		if got := testB.queue + " " + testB.algo; got != tt.b || testB.executions != int64(tt.bNo) {
			t.Errorf("%s: TestB has %s, %d executions", tt.args, got, testB.executions)
		}
		if testA.verbose != (strings.Contains(tt.args, "-v")) {
			t.Errorf("%s: the rest of the command line is lost", tt.args)
		}
	}
}

// What is wrong with a package's directives together is said once, however many
// tests it has.
func TestWrongTogether(t *testing.T) {
	var o options
	at := token.Position{Filename: "/m/x_test.go", Line: 1, Column: 1}
	b := instrument.Binary{
		Dir: "/m", Tests: []instrument.Test{{Name: "TestA"}, {Name: "TestB"}},
		Directives: []instrument.Directive{{Name: "algo", Value: "random", Pos: at}, {Name: "budget", Value: "0", Pos: at}},
	}
	_, err := o.targets("/m", []instrument.Binary{b})
	want := "x_test.go:1:1: //gocheck:algo random: -algo random never ends by itself: give it -executions or -budget"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}
