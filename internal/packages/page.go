package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
)

// counts are the tests of a package or a module by verdict.
type counts struct {
	tests, pass, incomplete, fail, unsupported, err int
	executions                                      int64
	seconds                                         float64
}

func count(tests []test) counts {
	var c counts
	for _, t := range tests {
		c.tests++
		c.executions += t.Executions
		c.seconds += t.Seconds
		switch t.Verdict {
		case "pass", "skip":
			c.pass++
		case "incomplete":
			c.incomplete++
		case "fail":
			c.fail++
		case "unsupported":
			c.unsupported++
		default:
			c.err++
		}
	}
	return c
}

func (c counts) line() string {
	return fmt.Sprintf("%d tests: %d pass, %d incomplete, %d fail, %d unsupported, %d error; %d executions in %.1f s",
		c.tests, c.pass, c.incomplete, c.fail, c.unsupported, c.err, c.executions, c.seconds)
}

// A page is docs/measured/packages.md, and what is wrong.
type page struct {
	budget time.Duration
	suites []*suite
	left   []string // modules that were not explored
	wrong  []error
	w      io.Writer
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

func (p *page) write(w io.Writer) {
	p.w = w
	p.check()
	p.printf("# The test suites of well-known packages\n\n")
	p.printf("Written by `make packages`. Each module is an unmodified copy of what the module proxy has; its tests are explored with gocheck's default flags, but `-budget=%v` for each test.\n"+
		"%s, %s/%s, %d cores.\n\n", p.budget, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	p.table()
	p.failures()
	p.unsupported()
	p.incomplete()
	p.printf("## What is wrong\n\n")
	if len(p.wrong) == 0 {
		p.printf("Nothing: no verdict `error`, no test binary that could not be built, no run that did not end; no test that was explored to the end by more executions than it has traces; every failure is explained and failed again when replayed.\n")
	}
	for _, err := range p.wrong {
		p.printf("- %v\n", err)
	}
}

// check finds what must not be.
func (p *page) check() {
	for _, s := range p.suites {
		if s.Wrong != "" {
			p.wrong = append(p.wrong, fmt.Errorf("%s: %s", s.module.path, s.Wrong))
		}
		if len(s.Tests) == 0 {
			p.wrong = append(p.wrong, fmt.Errorf("%s: no tests were run", s.module.path))
		}
		for _, t := range s.Tests {
			name := t.Pkg + " " + t.Name
			if !slices.Contains([]string{"pass", "skip", "incomplete", "fail", "unsupported"}, t.Verdict) {
				p.wrong = append(p.wrong, fmt.Errorf("%s: verdict %s: %s", name, t.Verdict, t.Reason))
			}
			if t.Verdict == "pass" && t.InVain > 0 {
				p.wrong = append(p.wrong, fmt.Errorf("%s: %d of %d executions were in vain", name, t.InVain, t.Executions))
			}
			if t.Verdict == "fail" && len(t.Failures) == 0 {
				p.wrong = append(p.wrong, fmt.Errorf("%s: fails, and does not say how", name))
			}
			for _, f := range t.Failures {
				if explain(&t, &f) == nil {
					p.wrong = append(p.wrong, fmt.Errorf("%s: %s at %s is not explained: %s", name, f.Kind, f.Pos, headline(f.Message)))
				}
				if f.Lost != "" {
					p.wrong = append(p.wrong, fmt.Errorf("%s: %s at %s: %s", name, f.Kind, f.Pos, f.Lost))
				}
			}
		}
	}
}

// packages is the number of packages with tests.
func (s *suite) packages() int {
	seen := map[string]bool{}
	for _, t := range s.Tests {
		seen[t.Pkg] = true
	}
	return len(seen)
}

func (p *page) table() {
	p.printf("| module | tests | pass | incomplete | fail | unsupported |\n")
	p.printf("| --- | ---: | ---: | ---: | ---: | ---: |\n")
	var every []test
	var quiet []string // modules without a row
	var silent []test  // their tests
	packages := 0
	for _, s := range p.suites {
		name := s.module.path + "@" + s.module.version
		if c := count(s.Tests); c.fail+c.unsupported+c.err > 0 {
			p.row(name, c)
		} else {
			quiet = append(quiet, name)
			silent = append(silent, s.Tests...)
		}
		every = append(every, s.Tests...)
		packages += s.packages()
	}
	all := count(every)
	p.row(fmt.Sprintf("all %d", len(p.suites)), all)
	p.printf("\n%d packages, %d executions, %.0f s.", packages, all.executions, all.seconds)
	p.printf("\n\n")
	if len(quiet) > 0 {
		c := count(silent)
		p.printf("No row, as all of their %d tests pass (%d) or are incomplete (%d): %s.\n\n", c.tests, c.pass, c.incomplete, strings.Join(quiet, ", "))
	}
	if len(p.left) > 0 {
		p.printf("Not explored: %s.\n\n", strings.Join(p.left, ", "))
	}
	p.printf("`internal/packages/modules.go` has the packages of a module, where not all were explored.\n\n")
	for _, s := range p.suites {
		for _, note := range s.Notes {
			p.printf("- %s %s.\n", s.module.path, note)
		}
		if s.Cut != "" {
			p.printf("- %s had its time: %s.\n", s.module.path, s.Cut)
		}
	}
	p.printf("\n")
}

func (p *page) row(name string, c counts) {
	p.printf("| %s | %d | %d | %s | %s | %s |\n", name,
		c.tests, c.pass, orEmpty(c.incomplete), orEmpty(c.fail), orEmpty(c.unsupported))
}

// orEmpty leaves zeros out, so that the eye finds the others.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// failures writes the failures by who is at fault, those of the packages first. Those that
// have one explanation stand together. Faults of tests are counted only: explained.go has them.
func (p *page) failures() {
	p.printf("## Failures\n\n")
	p.printf("Each has failed again when replayed. `internal/packages/explained.go` has the cause of each, and whether\nit was seen natively.\n\n")
	for class := bugOfPackage; class <= shortfall; class++ {
		headed := false
		var faulty []string // packages with faults of tests
		faults := map[string]map[string]bool{}
		for i := range explained {
			e := &explained[i]
			tests := p.explainedBy(e)
			if e.class != class || len(tests) == 0 {
				continue
			}
			if !headed {
				p.printf("### %s\n\n", class)
				headed = true
			}
			if class == bugOfTest {
				if faults[e.pkg] == nil {
					faults[e.pkg] = map[string]bool{}
					faulty = append(faulty, e.pkg)
				}
				for _, name := range tests {
					faults[e.pkg][name] = true
				}
				continue
			}
			why, _, _ := strings.Cut(e.why, " Natively: ")
			p.printf("- **%s** %s (%s): %s\n", e.pkg, strings.Join(tests, ", "), e.kind, why)
		}
		for i, pkg := range faulty {
			faulty[i] = fmt.Sprintf("%s %d", pkg, len(faults[pkg]))
		}
		if len(faulty) > 0 {
			p.printf("Tests of each package: %s.\n", strings.Join(faulty, ", "))
		}
		if headed {
			p.printf("\n")
		}
	}
}

// explainedBy has the tests whose failures e explains.
func (p *page) explainedBy(e *explanation) []string {
	var tests []string
	for _, s := range p.suites {
		for _, t := range s.Tests {
			for _, f := range t.Failures {
				if explain(&t, &f) == e && !slices.Contains(tests, t.Name) {
					tests = append(tests, t.Name)
				}
			}
		}
	}
	return tests
}

// unsupported writes what ends tests, the most frequent first.
func (p *page) unsupported() {
	of := map[string]int{}
	for _, s := range p.suites {
		for _, t := range s.Tests {
			if t.Verdict == "unsupported" {
				of[sortOf(t.Reason)]++
			}
		}
	}
	if len(of) == 0 {
		return
	}
	p.printf("## Unsupported\n\n")
	sorts := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(of[b]-of[a], strings.Compare(a, b)) })
	for i, sort := range sorts {
		sorts[i] = fmt.Sprintf("%s (%d)", sort, of[sort])
	}
	p.printf("%s.\n\n", strings.Join(sorts, ", "))
}

// sortOf is the call that a reason names, or the reason without its place.
func sortOf(reason string) string {
	if strings.Contains(reason, "when the execution is repeated") {
		return "other steps when the execution is repeated"
	}
	what, outside := strings.CutSuffix(reason, " is outside of gocheck's control")
	if _, call, at := strings.Cut(what, ": "); at && outside {
		what = call
	}
	what, _, _ = strings.Cut(what, ", and so the failure at ")
	return strings.TrimSuffix(what, ",")
}

func (p *page) incomplete() {
	of := map[string]int{}
	for _, s := range p.suites {
		for _, t := range s.Tests {
			if t.Verdict == "incomplete" {
				bound, _, _ := strings.Cut(t.Reason, ": ")
				of[bound]++
			}
		}
	}
	if len(of) == 0 {
		return
	}
	p.printf("## Not explored to the end\n\nNo execution failed. What ended the exploration:\n\n")
	for _, bound := range slices.Sorted(maps.Keys(of)) {
		p.printf("- %s (%d)\n", bound, of[bound])
	}
	p.printf("\n")
}

// longestMessage is how many letters of a message the page has.
const longestMessage = 100

// headline is the first line of a failure's message that says something, not too long.
func headline(message string) string {
	line := printable.First(report.Said(message))
	if runes := []rune(line); len(runes) > longestMessage {
		return string(runes[:longestMessage]) + "…"
	}
	return line
}
