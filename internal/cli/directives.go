package cli

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/meant"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// A test can say in its own source how it is explored, by comments above it or,
// for all tests of the package, above a package clause:
//
//	//gocheck:budget 5s
//	func TestSlow(t *testing.T) {
//
// A directive is a flag with its value, but for skip. What the flag means and
// which values it takes is declared once, in flags.go.

// skipDirective is the one that is no flag.
const skipDirective = "skip"

// loopDirective is one that is not about a test, but about the loop after it, in any
// file.
const loopDirective = "loop"

// directives are the flags that are directives too: those that belong to a
// test, whoever runs it and wherever. They are applied in this order, bounds
// first: an algorithm may be possible under a bound only.
var directives = []struct{ name, example string }{
	{"budget", "5s"},
	{"executions", "1000"},
	{"steps", "500"},
	{"queue", "unordered"},
	{"races", "explore"},
	{"leaks", "off"},
	{"time", "free"},
	{"pause", "100ms"},
	{"faults", "1"},
	{"net", "async"},
	{"algo", "pct"},
	{"preemptions", "2"},
	{"reversals", "2"},
	{"unordered-output", "^loaded"},
}

func directiveNames() []string {
	names := []string{skipDirective, loopDirective}
	for _, d := range directives {
		names = append(names, d.name)
	}
	return names
}

// A directed test is one that its source says something of.
type directed struct {
	options        // the command line's, changed by the directives
	skipped bool   // it is not to be explored
	reason  string // why, if that is said
	notes   []string
}

// A directiveError is what is wrong with directives: one a line, with positions.
type directiveError struct{ lines []string }

func (e *directiveError) Error() string { return strings.Join(e.lines, "\n") }

// directed are the tests of b that directives are for.
func (o *options) directed(b *instrument.Binary) (map[string]*directed, error) {
	var wrong directiveError
	perTest := map[string]map[string]instrument.Directive{} // by test ("" is the package), by name
	for _, d := range b.Directives {
		why := ""
		known := slices.Contains(directiveNames(), d.Name)
		switch old, ok := perTest[d.Test][d.Name]; {
		case d.Ordinary != "" && (!known || d.Misplaced != ""):
			continue // somebody writes about directives
		case d.Ordinary != "":
			why = d.Ordinary + ", which makes an ordinary comment of it"
		case !known:
			why = unknownDirective(&d)
		case d.Name == loopDirective:
			if d.Misplaced != "" {
				why = "it names the loop on the line after it; this one is " + d.Misplaced
			} else if d.Value != "" {
				why = "it takes no value"
			}
		case d.Misplaced != "":
			why = "a directive stands above a test function, or above the package clause of a _test.go file; this one is " + d.Misplaced
		case ok:
			why = fmt.Sprintf("there is one at %s:%d", old.Pos.Filename, old.Pos.Line)
		default:
			if err := valid(d); err != nil {
				why = err.Error()
			}
		}
		if why != "" {
			wrong.lines = append(wrong.lines, printable.Line(fmt.Sprintf("%s: //gocheck:%s: %s", d.Pos, d.Name, why)))
		}
		if why != "" || d.Name == loopDirective {
			continue
		}
		if perTest[d.Test] == nil {
			perTest[d.Test] = map[string]instrument.Directive{}
		}
		perTest[d.Test][d.Name] = d
	}
	tests := map[string]*directed{}
	for _, t := range b.Tests {
		// What the test says goes before what its package says.
		of := maps.Clone(perTest[""])
		if of == nil {
			of = map[string]instrument.Directive{}
		}
		maps.Copy(of, perTest[t.Name])
		if len(of) == 0 {
			continue
		}
		test, err := o.direct(of)
		switch {
		case err == nil:
			tests[t.Name] = test
		case !slices.Contains(wrong.lines, err.Error()): // a package's is said once
			wrong.lines = append(wrong.lines, err.Error())
		}
	}
	if len(wrong.lines) > 0 {
		return nil, &wrong
	}
	return tests, nil
}

// unknownDirective says what may have been meant: one that is written as flags are, or is one.
func unknownDirective(d *instrument.Directive) string {
	names := directiveNames()
	name, value, written := strings.Cut(cmp.Or(d.Name, d.Value), "=")
	if d.Name == "" {
		name, value, _ = strings.Cut(name, " ")
		written = slices.Contains(names, name)
	}
	name = strings.TrimPrefix(name, "-")
	switch near := meant.Nearest(name, names); {
	case (written || name != d.Name) && slices.Contains(names, name):
		return strings.TrimSpace("unknown directive: did you mean //gocheck:"+name+" "+cmp.Or(value, d.Value)) + "?"
	case flagsOf(mainCommand(), &options{}).Lookup(name) != nil:
		return "-" + name + " is a flag of the command line only; directives are " + strings.Join(names, ", ")
	case near != "":
		return "unknown directive: did you mean //gocheck:" + near + "?"
	}
	return "unknown directive; there are " + strings.Join(names, ", ")
}

// valid looks at one directive by itself.
func valid(d instrument.Directive) error {
	if d.Name == skipDirective {
		return nil
	}
	i := slices.IndexFunc(directives, func(x struct{ name, example string }) bool { return x.name == d.Name })
	if d.Value == "" {
		return fmt.Errorf("it needs a value, like //gocheck:%s %s", d.Name, directives[i].example)
	}
	_, err := with([]instrument.Directive{d}, nil)
	return err
}

// with are the options of a test under directives and flags, flags first.
func with(ds []instrument.Directive, given map[string]string) (options, error) {
	var o options
	fs := allFlags(&o)
	o.given = maps.Clone(given)
	if o.given == nil {
		o.given = map[string]string{}
	}
	for _, d := range ds {
		if err := fs.Set(d.Name, d.Value); err != nil {
			why := err.Error()
			if notParsedBy(err) {
				why = wanted(fs.Lookup(d.Name), d.Value)
			}
			return o, fmt.Errorf("invalid value %q: %s", d.Value, why)
		}
		if _, ok := given[d.Name]; !ok {
			o.given[d.Name] = d.Value
		}
	}
	for name, value := range given {
		if err := fs.Set(name, value); err != nil {
			return o, err
		}
	}
	return o, o.check()
}

// direct makes the options of a test that has directives. A flag of the command
// line goes before the directive of that name, and before those that do not go
// together with it: who says -algo=dfs means it for all tests.
func (o *options) direct(of map[string]instrument.Directive) (*directed, error) {
	t := &directed{}
	if d, ok := of[skipDirective]; ok {
		t.skipped, t.reason = true, d.Value
		t.notes = append(t.notes, strings.TrimSpace(fmt.Sprintf("%s: //gocheck:%s %s", d.Pos, d.Name, d.Value)))
	}
	var all, kept []instrument.Directive
	for _, known := range directives {
		d, ok := of[known.name]
		if !ok {
			continue
		}
		all = append(all, d)
		if _, err := with(all, nil); err != nil {
			return nil, fmt.Errorf("%s: //gocheck:%s %s: %w", d.Pos, d.Name, d.Value, err)
		}
		note := fmt.Sprintf("%s: //gocheck:%s %s", d.Pos, d.Name, d.Value)
		if value, ok := o.given[d.Name]; ok {
			note += ": the command line says -" + d.Name + "=" + value
		} else if _, err := with(append(kept, d), o.given); err != nil {
			note += ": left out: " + err.Error()
		} else {
			kept = append(kept, d)
		}
		if !t.skipped {
			t.notes = append(t.notes, note)
		}
	}
	var err error
	t.options, err = with(kept, o.given)
	t.args = o.args
	return t, err
}

// targets are the binaries with their directives. It refuses what is wrong with
// these, all of it at once and before anything is explored.
func (o *options) targets(dir string, binaries []instrument.Binary) ([]target, error) {
	all := make([]target, len(binaries))
	var wrong directiveError
	for i := range binaries {
		tests, err := o.directed(&binaries[i])
		all[i] = target{&binaries[i], tests}
		if w := (*directiveError)(nil); errors.As(err, &w) {
			shorten := shortener(dir, &binaries[i])
			for _, line := range w.lines {
				wrong.lines = append(wrong.lines, shorten(line))
			}
		}
	}
	if len(wrong.lines) > 0 {
		return nil, &wrong
	}
	return all, nil
}

// direct tells a binary of its tests with directives.
func (r *run) direct(config *wire.Config) {
	config.Tests, config.Skipped = map[string]wire.Settings{}, map[string]string{}
	for name, t := range r.directed {
		config.Tests[name] = t.settings()
		if t.skipped {
			config.Skipped[name] = t.reason
		}
	}
}

// optionsOf are those that a test is explored with.
func (r *run) optionsOf(test string) *options {
	if t := r.directed[test]; t != nil {
		return &t.options
	}
	return r.o
}

// notesOf lists the directives of a test.
func (r *run) notesOf(test string) string {
	t := r.directed[test]
	if t == nil {
		return ""
	}
	var w strings.Builder
	for _, n := range t.notes {
		fmt.Fprintf(&w, "    %s\n", printable.Line(r.report.Shorten(n)))
	}
	return w.String()
}

// skipped reports that a test is not explored: with -v only, as go test does. The package's
// line counts it.
func (r *run) skipped(test, reason string) {
	r.totals.Skipped++
	r.emit.action("run", test, 0)
	if r.o.verbose || r.o.json {
		r.emit.text(test, fmt.Sprintf("=== RUN   %[1]s\n--- SKIP: %[1]s (0.00s)\n%[2]s", printable.Line(test), r.notesOf(test)))
	}
	r.emit.action("skip", test, 0)
	for _, x := range r.watchers {
		x.skipped(test, reason)
	}
}
