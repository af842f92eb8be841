package repro

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// ownBubbles are the goroutines with which bubbles of testing/synctest begin that the test makes
// itself. In these there may be no other.
func (r *repro) ownBubbles() map[*task]bool {
	own := map[*task]bool{}
	calls := map[string]map[int]bool{} // by file
	for _, t := range r.trace.tasks {
		if t.created < 0 || !r.program.has(r.trace.ops[t.created].Pos) {
			continue
		}
		name, rest, _ := cutPos(r.trace.ops[t.created].Pos)
		if calls[name] == nil {
			calls[name] = callsOf(name, "testing/synctest")
		}
		line, _, _ := strings.Cut(rest, ":")
		if n, err := strconv.Atoi(line); err == nil && calls[name][n] {
			own[t] = true
		}
	}
	return own
}

// bubbleOf is the goroutine with which the bubble of an operation begins, nil: it is in none that
// the test makes.
func (r *repro) bubbleOf(i int) (outmost *task) {
	t := r.trace.tasks[r.trace.ops[i].Task]
	for ; t.created >= 0; t = r.trace.tasks[r.trace.ops[t.created].Task] {
		if r.own[t] {
			outmost = t // on the line of the call there may be go statements
		}
	}
	return outmost
}

// spins reports whether who waits at a gate may not block there: one of its two sides is in no
// bubble of the test, or they are in two. A channel belongs to one of them, and only in one is time
// without an end.
func (r *repro) spins(g gate) bool {
	if len(r.own) == 0 || g.first < 0 || g.then < 0 {
		return false
	}
	of := r.bubbleOf(g.first)
	return of == nil || of != r.bubbleOf(g.then)
}

// callsOf are the lines of a file where functions of a package are called.
func callsOf(file, pkg string) map[int]bool {
	lines := map[int]bool{}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return lines // it says so where it gets its gates
	}
	as := ""
	for _, i := range f.Imports {
		if of, err := strconv.Unquote(i.Path.Value); err == nil && of == pkg {
			as = path.Base(pkg)
			if i.Name != nil {
				as = i.Name.Name
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			switch of := call.Fun.(type) {
			case *ast.SelectorExpr:
				if x, ok := of.X.(*ast.Ident); ok && x.Name == as {
					lines[fset.Position(call.Pos()).Line] = true
				}
			case *ast.Ident:
				if as == "." && of.Name == "Test" {
					lines[fset.Position(call.Pos()).Line] = true
				}
			}
		}
		return true
	})
	return lines
}
