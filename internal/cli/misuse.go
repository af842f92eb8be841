package cli

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gocheck.dev/internal/flagvalue"
	"gocheck.dev/internal/meant"
	"gocheck.dev/internal/printable"
)

// What is said of flags that are not as they should be: what is wrong, and what was
// probably meant.

// otherNames are what flags are called in other programs.
var otherNames = meant.ByWord(map[string]string{
	"verbose vv": "v", "output out": "o", "workers procs jobs j": "p", "colour": "color", "algorithm strategy": "algo",
	"filter tests": "run", "n count times": "runs", "max-executions": "executions", "max-steps": "steps", "time-limit": "budget", "page": "html", "xml": "junit", "resume continue": "checkpoint",
})

// otherValues are said of wrong values of a flag.
var otherValues = map[string]string{
	"annotations": "other build servers read JUnit's XML: -junit FILE (gocheck help ci)",
}

// notParsedBy reports whether that is all that package flag says of a value.
func notParsedBy(err error) bool {
	return err.Error() == "parse error" || err.Error() == "value out of range"
}

var (
	notParsed = regexp.MustCompile(`^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-([\w-]+): (?:parse error|value out of range)$`)
	notGiven  = regexp.MustCompile(`^invalid boolean value ("(?:[^"\\]|\\.)*") for -(.*)$`)
	noValue   = regexp.MustCompile(`^flag needs an argument: -([\w-]+)$`)
)

// flagError words an error of package flag as the go command would, with what
// may have been meant.
func flagError(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return flag.ErrHelp
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		return unknownFlag(fs, name)
	}
	if m := notParsed.FindStringSubmatch(err.Error()); m != nil && fs.Lookup(m[2]) != nil {
		value, err := strconv.Unquote(m[1])
		if err == nil {
			return usagef("invalid value %s for flag -%s: %s", m[1], m[2], wanted(fs.Lookup(m[2]), value))
		}
	}
	if m := noValue.FindStringSubmatch(err.Error()); m != nil {
		return missingValue(fs.Lookup(m[1]))
	}
	if m := notGiven.FindStringSubmatch(err.Error()); m != nil {
		return usagef("invalid value %s for flag -%s", m[1], m[2])
	}
	return usagef("%v", err)
}

// wanted names the values that a flag takes, and suggests one of them for the wrong value.
func wanted(f *flag.Flag, value string) string {
	getter, _ := f.Value.(flag.Getter)
	if getter == nil {
		return "it is not one of its values"
	}
	switch getter.Get().(type) {
	case bool:
		return fmt.Sprintf("it is given or not: -%s or -%[1]s=false", f.Name)
	case time.Duration:
		text := "want a number with its unit, like 30s, 5m or 1h"
		if near := meant.Duration(value); near != "" {
			text += "; did you mean " + near + "?"
		}
		return text
	}
	text := "want a whole number"
	if _, unsigned := getter.Get().(uint64); unsigned {
		text += ", 0 or more"
	}
	if x := meant.Number(value); x >= 1 && x < 1e15 && x == float64(int64(x)) {
		text += fmt.Sprintf("; did you mean %d?", int64(x))
	}
	return text
}

// missingValue is the error of a flag without its value.
func missingValue(f *flag.Flag) error {
	t, _ := textOf(f.Name)
	if v, ok := f.Value.(*flagvalue.OneOf); ok {
		return usagef("flag -%s needs a value: one of %s", f.Name, strings.Join(v.Values, ", "))
	}
	return usagef("flag -%s needs a value: %s", f.Name, t.head())
}

// unknownFlag is the error of a flag that a command does not take.
func unknownFlag(fs *flag.FlagSet, name string) error {
	c := commandOf(strings.TrimSpace(strings.TrimPrefix(fs.Name(), "gocheck")))
	if is, ok := otherNames[name]; ok && fs.Lookup(is) != nil {
		t, _ := textOf(is)
		return usagef("unknown flag -%s: did you mean %s?", name, t.head())
	}
	hint := meant.GoFlag(name)
	if of := takers(name); len(of) > 0 && (hint == "" || c.name != "") {
		return notTaken(c, name, of)
	}
	if hint != "" {
		return usagef("unknown flag -%s: %s", name, hint)
	}
	if bare, ok := strings.CutPrefix(name, "test."); ok {
		return usagef("unknown flag -%s: flags have no test. in front here: -%s", name, bare)
	}
	if not, ok := strings.CutPrefix(name, "no-"); ok && fs.Lookup(not) != nil {
		return usagef("unknown flag -%s: did you mean -%s=%s?", name, not, negative(fs.Lookup(not)))
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) {
		if len(f.Name) > 1 {
			names = append(names, f.Name)
		}
	})
	if near := meant.Nearest(name, names); near != "" {
		return usagef("unknown flag -%s: did you mean -%s?", name, near)
	}
	if near := meant.Nearest(name, commandNames()); near != "" {
		return usagef("unknown flag -%s: did you mean gocheck %s?", name, near)
	}
	if hint := meant.Command(name); hint != "" {
		return usagef("unknown flag -%s: %s", name, hint)
	}
	return usagef("unknown flag -%s", name)
}

// negative is the value of a flag that says no.
func negative(f *flag.Flag) string {
	if v, ok := f.Value.(*flagvalue.OneOf); ok {
		if no := meant.SameAnswer("no", v.Values); no != "" {
			return no
		}
		return v.Values[0]
	}
	return "false"
}

// takers are the commands that take a flag.
func takers(name string) []string {
	if _, ok := textOf(name); !ok {
		return nil
	}
	var of []string
	for _, c := range append([]command{*mainCommand()}, commands()...) {
		if c.takes(name) && name != "args" && allFlags(&options{}).Lookup(name) != nil {
			of = append(of, strings.TrimSpace("gocheck "+c.name))
		}
	}
	return of
}

// inSchedule are the flags whose values are in a saved schedule.
var inSchedule = []string{"queue", "races", "time", "pause", "faults", "net", "pools", "rand", "maps", "commute", "instrument"}

// ofSchedule reports whether the command is about saved schedules.
func (c *command) ofSchedule() bool {
	return slices.Contains([]string{"replay", "show", "debug", "repro"}, c.name)
}

// notTaken is the error of a flag that other commands take.
func notTaken(c *command, name string, of []string) error {
	why := fmt.Sprintf("it is a flag of %s", strings.Join(of, ", "))
	switch {
	case c.ofSchedule() && slices.Contains(inSchedule, name):
		why = "it is in the schedule"
	case c.ofSchedule() && name == "run":
		why = "the schedule says of which test it is"
	case c.name == "":
		return usagef("unknown flag -%s: %s", name, why)
	}
	return usagef("unknown flag -%s: gocheck %s does not take it: %s", name, c.name, why)
}

// lateFlag is the error of a flag that comes too late.
func lateFlag(fs *flag.FlagSet, what, arg string) error {
	command := fs.Name()
	first := fs.Arg(0)
	if command == "gocheck" && what == "package" && !strings.ContainsAny(first, "./") {
		if hint := meant.Command(first); hint != "" {
			return usagef("there is no command %s: %s", first, hint)
		}
		if near := meant.Nearest(first, commandNames()); near != "" && near != first {
			return usagef("there is no command %s: did you mean gocheck %s?", first, near)
		}
	}
	if arg == "--" {
		return usagef("flags precede %ss, and what is for the tests follows -args, like: gocheck -v ./... -args X", what)
	}
	return usagef("flags must precede %ss, like: %s %s %s", what, command, withValue(fs, arg), first)
}

// withValue is a flag that came too late, with the value that followed it.
func withValue(fs *flag.FlagSet, arg string) string {
	f := fs.Lookup(strings.TrimLeft(arg, "-"))
	if f == nil {
		return arg
	}
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return arg
	}
	if i := slices.Index(fs.Args(), arg); i+1 < fs.NArg() {
		return arg + " " + printable.Word(printable.Line(fs.Arg(i+1)))
	}
	return arg
}

// commandNames are the names of the subcommands.
func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}
