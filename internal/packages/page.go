package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"
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
		c.executions += t.executions
		c.seconds += t.seconds
		switch t.verdict {
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
	wrong  []error
	w      io.Writer
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

func (p *page) write(w io.Writer) {
	p.w = w
	p.check()
	p.printf("# The test suites of well-known packages\n\n")
	p.printf("Written by `make packages`: see package internal/packages. Each module is an unmodified copy of what the module proxy has; its tests are explored with gocheck's default flags, but `-budget=%v` for each test.\n"+
		"%s, %s/%s, %d cores. Executions and times of tests that were cut by the budget differ from run to run.\n\n", p.budget, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	p.table()
	p.failures()
	p.unsupported()
	p.incomplete()
	p.printf("## What is wrong\n\n")
	if len(p.wrong) == 0 {
		p.printf("Nothing: no verdict `error`, no test binary that could not be built, no run that did not end; no test that was explored to the end by more executions than it has traces; every failure is explained above and failed again when its schedule was replayed.\n")
	}
	for _, err := range p.wrong {
		p.printf("- %v\n", err)
	}
}

// check finds what must not be.
func (p *page) check() {
	for _, s := range p.suites {
		if len(s.tests) == 0 {
			p.wrong = append(p.wrong, fmt.Errorf("%s: no tests were run", s.module.path))
		}
		for _, t := range s.tests {
			name := t.pkg + " " + t.name
			if !slices.Contains([]string{"pass", "skip", "incomplete", "fail", "unsupported"}, t.verdict) {
				p.wrong = append(p.wrong, fmt.Errorf("%s: verdict %s: %s", name, t.verdict, t.reason))
			}
			if t.verdict == "pass" && t.inVain > 0 {
				p.wrong = append(p.wrong, fmt.Errorf("%s: %d of %d executions were in vain", name, t.inVain, t.executions))
			}
			if t.verdict == "fail" && len(t.failures) == 0 {
				p.wrong = append(p.wrong, fmt.Errorf("%s: fails, and does not say how", name))
			}
			for _, f := range t.failures {
				if explain(&t, &f) == nil {
					p.wrong = append(p.wrong, fmt.Errorf("%s: %s at %s is not explained: %s", name, f.Kind, f.Pos, firstLine(f.Message)))
				}
				if f.lost != "" {
					p.wrong = append(p.wrong, fmt.Errorf("%s: %s at %s: %s", name, f.Kind, f.Pos, f.lost))
				}
			}
		}
	}
}

// packages are the tests of a suite by package.
func (s *suite) packages() [][]test {
	var all [][]test
	for _, t := range s.tests {
		i := slices.IndexFunc(all, func(of []test) bool { return of[0].pkg == t.pkg })
		if i < 0 {
			i = len(all)
			all = append(all, nil)
		}
		all[i] = append(all[i], t)
	}
	return all
}

func (p *page) table() {
	p.printf("| package | version | tests | pass | incomplete | fail | unsupported | error | executions | s |\n")
	p.printf("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	var every []test
	for _, s := range p.suites {
		for _, tests := range s.packages() {
			p.row(tests[0].pkg, s.module.version, count(tests))
			every = append(every, tests...)
		}
	}
	p.row("all", "", count(every))
	p.printf("\n*pass* is explored to the end: every execution that can be told apart. *incomplete*: none failed within the bounds.\n\n")
	for _, s := range p.suites {
		for _, note := range s.notes {
			p.printf("%s %s.\n\n", s.module.path, note)
		}
	}
}

func (p *page) row(name, version string, c counts) {
	p.printf("| %s | %s | %d | %d | %s | %s | %s | %s | %d | %.1f |\n", name, version,
		c.tests, c.pass, orEmpty(c.incomplete), orEmpty(c.fail), orEmpty(c.unsupported), orEmpty(c.err), c.executions, c.seconds)
}

// orEmpty leaves zeros out, so that the eye finds the others.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// failures writes the failures by who is at fault, those of the packages first
// and with their schedules.
func (p *page) failures() {
	p.printf("## Failures\n\n")
	p.printf("Every failure was looked into, and whether it can happen natively. Each has failed again when its schedule was replayed.\n\n")
	for class := bugOfPackage; class <= shortfall; class++ {
		headed := false
		for _, s := range p.suites {
			for _, t := range s.tests {
				for _, f := range t.failures {
					e := explain(&t, &f)
					if e == nil || e.class != class {
						continue
					}
					if !headed {
						p.printf("### %s\n\n", class)
						headed = true
					}
					p.failure(&t, &f, e)
				}
			}
		}
	}
}

func (p *page) failure(t *test, f *failure, e *explanation) {
	p.printf("**%s %s**: %s at %s: %s\n\n", t.pkg, t.name, f.Kind, f.Pos, firstLine(f.Message))
	p.printf("%s\n\n", e.why)
	if e.class == bugOfPackage {
		p.printf("```\n%s\n```\n\n", f.text)
	}
}

func (p *page) unsupported() {
	p.list("## Unsupported", "The first such call that an execution reaches ends the test.", "unsupported", func(t *test) string { return t.reason })
}

func (p *page) incomplete() {
	p.list("## Not explored to the end", "No execution failed; what ended the exploration. `-steps`: the executions are longer than that; most of these tests have thousands of rounds or goroutines. Subtests that call `t.Parallel` are explored together: the numbers of their traces multiply.", "incomplete", func(t *test) string {
		share := ""
		if t.estimate > 0 {
			share = fmt.Sprintf(" of about %.3g by estimate", max(t.estimate, float64(t.executions)))
		}
		return t.reason + share
	})
}

// list writes a line for each test with the verdict, by package.
func (p *page) list(head, about, verdict string, line func(*test) string) {
	headed := false
	for _, s := range p.suites {
		for _, tests := range s.packages() {
			var lines []string
			for _, t := range tests {
				if t.verdict == verdict {
					lines = append(lines, fmt.Sprintf("  - %s: %s", t.name, line(&t)))
				}
			}
			if len(lines) == 0 {
				continue
			}
			if !headed {
				p.printf("%s\n\n%s\n\n", head, about)
				headed = true
			}
			p.printf("- %s\n%s\n", tests[0].pkg, strings.Join(lines, "\n"))
		}
	}
	if headed {
		p.printf("\n")
	}
}

// firstLine is the first line of s that says something: of what testify
// prints, the error and not where it comes from.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "Error Trace:") {
			return strings.TrimSpace(strings.TrimPrefix(line, "Error:"))
		}
	}
	return s
}
