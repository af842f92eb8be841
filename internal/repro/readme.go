package repro

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/dave/dst"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// readme is README.md: what the folder is, the command, what is seen.
func (r *repro) readme(f *folder, sum *tally) []byte {
	var b strings.Builder
	b.WriteString(heading(r.Schedule))
	fmt.Fprintf(&b, "    %s\n\n", r.command())
	fmt.Fprintf(&b, "failed so in %d of %d runs.", sum.failed, sum.runs)
	if seen := r.seen(); seen != "" {
		fmt.Fprintf(&b, " Seen is `%s`.", seen)
	}
	b.WriteString("\n\n")
	if len(f.gates) == 0 {
		b.WriteString("The source is as it was: nothing has to be enforced.\n")
	} else {
		b.WriteString("The source is as it was, but for calls of package [gate](gate/gate.go) ([gates.diff](gates.diff)), which\n")
		b.WriteString("hold goroutines up, or take the place of chance, so that what may come without them comes each time:\n\n")
		for _, g := range f.gates {
			fmt.Fprintf(&b, "- %s: %s\n", g.Name, g.Says)
		}
	}
	switch {
	case len(r.runs) > 0:
		b.WriteString("\nIts subtests run in bubbles of testing/synctest, so that no time passes in vain.\n")
	case r.bubble && len(r.own) == 0:
		b.WriteString("\nThe test runs in a bubble of testing/synctest, so that no time passes in vain.\n")
	}
	b.WriteString("\nFound and written by gocheck (gocheck repro). " + mark + "\n")
	return []byte(b.String())
}

// heading says what fails, and how.
func heading(s *wire.Schedule) string {
	said := report.Said(s.Failure.Message)
	if said == s.Failure.Message {
		said = printable.First(said)
	} else { // testify's, in a few short lines
		said = strings.Join(strings.Fields(said), " ")
	}
	return fmt.Sprintf("# %s of %s: %s\n\n%s: %s\n\n", s.Test, s.Package, wording.Kind(s.Failure.Kind), short(s.Failure.Pos), said)
}

// seen is the line of the output to look for.
func (r *repro) seen() string {
	switch r.Schedule.Failure.Kind {
	case "race":
		return "WARNING: DATA RACE"
	case "deadlock", "steps":
		if r.bubble && r.Schedule.Failure.Kind == "deadlock" {
			return "deadlock"
		}
		return "panic: test timed out after 5s"
	case "leak":
		return "blocked goroutines remain"
	}
	return printable.First(report.Said(r.Schedule.Failure.Message))
}

// short is a position without its folder.
func short(pos string) string {
	if i := strings.LastIndexAny(pos, `/\`); i >= 0 {
		return pos[i+1:]
	}
	return pos
}

func exprOf(x dst.Expr) *dst.ExprStmt { return &dst.ExprStmt{X: x} }

// test is the source of the test function, and its body.
func (d *drawing) test() (*source, *[]dst.Stmt) {
	s, f := d.testFunc()
	if s == nil {
		return nil, nil
	}
	return s, &s.dec.Dst.Nodes[f].(*dst.FuncDecl).Body.List
}

// linger lets the test wait at its end. false: its parameter has no name.
func (d *drawing) linger(name string) bool {
	s, f := d.testFunc()
	if s == nil || len(f.Type.Params.List) != 1 || len(f.Type.Params.List[0].Names) != 1 {
		return false
	}
	t := f.Type.Params.List[0].Names[0].Name
	if t == "_" {
		return false
	}
	var failed dst.Expr = dst.NewIdent("nil") // what ends the process may come when the test has failed
	if k := d.r.Schedule.Failure.Kind; k == "fatal" || k == "race" {
		failed = &dst.SelectorExpr{X: dst.NewIdent(t), Sel: dst.NewIdent("Failed")}
	}
	put(&s.dec.Dst.Nodes[f].(*dst.FuncDecl).Body.List, 0, &dst.DeferStmt{Call: s.call("Linger", quoted(name), failed)})
	return true
}

// testFunc finds the test function.
func (d *drawing) testFunc() (*source, *ast.FuncDecl) {
	name, _, _ := strings.Cut(d.r.Schedule.Test, "/")
	return d.tested(name)
}

// tested finds a function in the test files of the tested package.
func (d *drawing) tested(name string) (*source, *ast.FuncDecl) {
	for path, of := range d.r.program.sources {
		if of.pkg.ImportPath != d.r.program.tested || !strings.HasSuffix(of.name, "_test.go") {
			continue
		}
		s, _, _, err := d.at(path + ":1:1")
		if err != nil {
			continue
		}
		for _, decl := range s.syntax.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == name {
				return s, f
			}
		}
	}
	return nil, nil
}

// initialises reports whether the first goroutine does nothing of the test, but initialises
// packages: it comes to places of gates, but is not meant.
func (d *drawing) initialises() bool {
	main, _ := d.tested("TestMain")
	return main == nil && !strings.HasPrefix(d.r.Schedule.Test, "Example")
}

// inBubble lets the test run in a bubble: it gets another name, and one of its name calls it there.
func (d *drawing) inBubble() error {
	s, f := d.testFunc()
	if s == nil {
		return fmt.Errorf("test %s is not found in the source", d.r.Schedule.Test)
	}
	name := f.Name.Name
	inner := "inBubble" + name
	s.dec.Dst.Nodes[f].(*dst.FuncDecl).Name.Name = inner
	s.edited = true
	d.extra = fmt.Appendf(nil, "package %s\n\nimport (\n\t\"testing\"\n\t\"testing/synctest\"\n)\n\nfunc %s(t *testing.T) { synctest.Test(t, %s) }\n", s.syntax.Name.Name, name, inner)
	return nil
}

// outlast lets the process go on when the test is over, and holds up until then who fails.
func (d *drawing) outlast(p *placed) bool {
	p.Says = "when the test is over, the process waits, up to a second, for what it has started to fail"
	if s, line, column, err := d.at(d.r.Schedule.Failure.Pos); err == nil {
		by, _, _ := d.r.failing()
		if _, err := s.before(line, column, "Wait", p.name, 1); err == nil && d.named(by) {
			p.Linger, p.Order, p.First, p.Then = false, true, point{"", 1}, point{d.r.who(by), 1}
			p.Says = fmt.Sprintf("the test is over before %s goes on (%s)", d.r.lanes.Name(by.name), lineIn(d.r.Schedule.Failure.Pos))
		}
	}
	s, _ := d.testFunc()
	if main, _ := d.tested("TestMain"); s == nil || main != nil {
		return false
	}
	d.extra = fmt.Appendf(nil, `package %[1]s

import (
	"os"
	"testing"

	gate %[2]q
)

func TestMain(m *testing.M) {
	code := m.Run()
	gate.Linger(%[3]q, nil)
	os.Exit(code)
}
`, s.syntax.Name.Name, d.r.gatePath(), p.name)
	return true
}
