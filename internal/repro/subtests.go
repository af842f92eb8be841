package repro

import (
	"errors"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/dave/dst"

	"gocheck.dev/internal/wire"
)

// Where a test runs subtests there is no bubble around it: a T of a bubble has no Run. So each
// subtest that runs none itself is in a bubble of its own, and what else the test does in none.

// runsSubtests reports whether the test runs subtests.
func (r *repro) runsSubtests() bool {
	return slices.ContainsFunc(r.Schedule.Steps, func(s wire.Step) bool { return strings.HasPrefix(s.Runs, wire.RunsSubtest) })
}

// subtests are the goroutines of such subtests, and where they are run, by position: none, if it
// cannot be done, as they are run in parallel, or from places that run others as well, or that are
// not in the package of the test.
func (r *repro) subtests() (all map[*task]bool, at []string) {
	names := map[*task]string{}
	for i := range r.Schedule.Steps {
		if name, ok := strings.CutPrefix(r.Schedule.Steps[i].Runs, wire.RunsSubtest); ok {
			names[r.trace.tasks[r.Schedule.Steps[i].Task]] = name
		}
	}
	if r.parallel() > 0 {
		return nil, nil
	}
	all = map[*task]bool{}
	above := map[string]bool{} // places where a subtest is run that runs others
	for t, name := range names {
		if t == nil || t.created < 0 {
			return nil, nil
		}
		pos := r.trace.ops[t.created].Pos
		file, _, _ := cutPos(pos)
		switch of, ok := r.program.sources[file]; {
		case !ok || of.pkg.ImportPath != r.program.tested || !strings.HasSuffix(file, "_test.go"):
			return nil, nil
		case slices.ContainsFunc(valuesOf(names), func(o string) bool { return strings.HasPrefix(o, name+"/") }):
			above[pos] = true
		default:
			all[t] = true
			if !slices.Contains(at, pos) {
				at = append(at, pos)
			}
		}
	}
	if slices.ContainsFunc(at, func(pos string) bool { return above[pos] }) {
		return nil, nil
	}
	slices.Sort(at)
	return all, at
}

func valuesOf(names map[*task]string) (all []string) {
	for _, name := range names {
		all = append(all, name)
	}
	return all
}

// errNoRun means that a subtest is run by no call of Run that stands where it is run.
var errNoRun = errors.New("no call of Run")

// subtestsInBubbles lets the function of each subtest run in a bubble.
func (d *drawing) subtestsInBubbles() error {
	s, f := d.testFunc()
	if s == nil {
		return fmt.Errorf("test %s is not found in the source", d.r.Schedule.Test)
	}
	inBubble := "inBubble" + f.Name.Name
	for _, pos := range d.r.runs {
		in, line, column, err := d.at(pos)
		if err != nil {
			return err
		}
		call := in.runs(line, column)
		if call == nil || in.syntax.Name.Name != s.syntax.Name.Name {
			return fmt.Errorf("a subtest at %s: %w", pos, errNoRun)
		}
		args := in.dec.Dst.Nodes[call].(*dst.CallExpr).Args
		args[1] = &dst.CallExpr{Fun: dst.NewIdent(inBubble), Args: []dst.Expr{args[1]}}
		in.edited = true
	}
	d.extra = fmt.Appendf(nil, `package %s

import (
	"testing"
	"testing/synctest"
)

func %s(f func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) { synctest.Test(t, f) }
}
`, s.syntax.Name.Name, inBubble)
	return nil
}

// runs is the call of a method Run with a name and a function that stands there.
func (s *source) runs(line, column int) (found *ast.CallExpr) {
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 2 {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Run" {
				p, q := s.fset.Position(call.Pos()), s.fset.Position(sel.Sel.Pos())
				if p.Line == line && p.Column == column || q.Line == line && q.Column == column {
					found = call
				}
			}
		}
		return found == nil
	})
	return found
}
