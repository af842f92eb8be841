package repro

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/dst"
	"golang.org/x/mod/semver"

	"gocheck.dev/internal/wire"
)

// What natively is chance the reproduction draws once more as the execution did: a random number
// is a literal, a map is gone through in an order, a pool gives what was put there, or something
// new. Positions have lines only but for those of pools: all calls of their kind in the line are
// counted.

// draws are the gates of what was drawn. An object that lies in a pool is a gate from the Put to
// the Get.
func (t *trace) draws() []gate {
	var all []gate
	put := map[int]int{} // by object
	for i := range t.drawn {
		d := &t.drawn[i]
		switch {
		case d.Of == "Put":
			put[d.Object] = i
			continue
		case d.Of == "Get" && d.Object > 0:
			all = append(all, gate{draw: d, put: &t.drawn[put[d.Object]]})
			continue
		case d.Of == "range" && d.Value == "":
			continue
		}
		all = append(all, gate{draw: d})
	}
	return all
}

// pools are the positions at which pools are used.
func (t *trace) pools() map[string]bool {
	at := map[string]bool{}
	for i := range t.drawn {
		if d := &t.drawn[i]; d.Of == "Put" || d.Of == "Get" {
			at[d.Pos] = true
		}
	}
	return at
}

// pointOf says who draws, and the how manieth time in that line. Where only one goroutine does,
// nobody has to say who it is.
func (d *drawing) pointOf(draw *wire.RecordedDraw) point {
	alone, nth, times := true, 0, 0
	done := false
	for i := range d.r.trace.drawn {
		x := &d.r.trace.drawn[i]
		if x.Pos != draw.Pos || x.Of != draw.Of {
			continue
		}
		alone = alone && x.Task == draw.Task
		if !done {
			times++
			if x.Task == draw.Task {
				nth++
			}
		}
		done = done || x == draw
	}
	by := d.r.trace.tasks[draw.Task]
	if alone || by == nil || by.event || !d.named(by) {
		return point{"", times}
	}
	return point{d.r.who(by), nth}
}

// draw puts a gate that draws as the execution did. false: there is no place for it.
func (d *drawing) draw(g gate) (p placed, ok bool) {
	p = placed{gate: g, Name: g.name}
	x := g.draw
	if x.Of == "Get" {
		ok = d.get(g, &p)
	} else {
		ok = d.number(g, &p)
	}
	if ok {
		p.Then = d.pointOf(x)
	}
	return p, ok
}

// get lets a Get give what it gave.
func (d *drawing) get(g gate, p *placed) bool {
	x := g.draw
	get := fmt.Sprintf("%s, Get (%s)", d.r.lanes.Name(x.Task), lineIn(x.Pos))
	if g.put == nil {
		p.Says = get + " gets nothing of what lies in the pool"
		return d.ofPool(x, func(s *source, c *drawnCall) { c.fun("Fresh", g.name, c.field("New")) })
	}
	p.Order, p.First = true, d.pointOf(g.put)
	p.Says = fmt.Sprintf("%s gets what %s has put there (%s)", get, d.r.lanes.Name(g.put.Task), lineIn(g.put.Pos))
	return d.ofPool(g.put, func(s *source, c *drawnCall) { c.fun("Put", g.name) }) &&
		d.ofPool(x, func(s *source, c *drawnCall) { c.fun("Get", g.name) })
}

// lineIn is a position for people.
func lineIn(pos string) string {
	file, rest, ok := cutPos(pos)
	if !ok { // without a column
		return filepath.Base(pos)
	}
	line, _, _ := strings.Cut(rest, ":")
	return filepath.Base(file) + ":" + line
}

// number lets a function of math/rand, or a loop over a map, come to what it came to.
func (d *drawing) number(g gate, p *placed) bool {
	x := g.draw
	s, line, err := d.lineOf(x)
	if err != nil {
		return false
	}
	who, at := d.r.lanes.Name(x.Task), lineIn(x.Pos)
	n := 0
	switch {
	case x.Of == "range":
		n = s.eachRange(line, func(loop *dst.RangeStmt, m dst.Expr) {
			if again := dst.Clone(m).(dst.Expr); loop.X != m {
				loop.X = s.call("Again", append([]dst.Expr{quoted(g.name), loop.X, again}, literals(x.Value)...)...)
			} else {
				loop.X = s.call("Order", append([]dst.Expr{quoted(g.name), m}, literals(x.Value)...)...)
			}
		})
		if f := d.r.program.sources[fileOf(x.Pos)]; !iterates(f.pkg.Module) {
			return false
		}
		p.Loops = true
		p.Says = fmt.Sprintf("%s, the loop over the map (%s) goes through %s", who, at, x.Value)
	case x.Of == "Shuffle":
		n = s.eachCall(line, []string{"Shuffle"}, func(c *drawnCall) {
			c.fun("Value", g.name, s.call("Swaps", literals(x.Value)...))
		})
		p.Swaps = true
		p.Says = fmt.Sprintf("%s, Shuffle (%s) swaps %s", who, at, x.Value)
	case x.Of == "Perm":
		n = s.eachCall(line, []string{"Perm"}, func(c *drawnCall) {
			c.result(g.name, &dst.CompositeLit{Type: &dst.ArrayType{Elt: dst.NewIdent("int")}, Elts: literals(x.Value)})
		})
		p.Says = fmt.Sprintf("%s, Perm (%s): %s", who, at, x.Value)
	default:
		n = s.eachCall(line, numbers, func(c *drawnCall) { c.result(g.name, literals(x.Value)[0]) })
		p.Says = fmt.Sprintf("%s, random number (%s): %s", who, at, x.Value)
	}
	return n > 0
}

// numbers are the functions of math/rand, and of math/rand/v2, whose result is a number.
var numbers = []string{
	"Int", "Intn", "Int31", "Int31n", "Int63", "Int63n", "Uint32", "Uint64", "Float32", "Float64",
	"IntN", "Int32", "Int32N", "Int64", "Int64N", "Uint", "UintN", "Uint32N", "Uint64N", "N",
}

// lineOf is the source in which something is drawn, and its line.
func (d *drawing) lineOf(x *wire.RecordedDraw) (*source, int, error) {
	s, line, _, err := d.at(x.Pos + ":1")
	return s, line, err
}

func fileOf(pos string) string { return pos[:strings.LastIndexByte(pos, ':')] }

// iterates reports whether the packages of a module may go through functions.
func iterates(m *module) bool {
	return semver.Compare("v"+m.GoVersion, "v1.23") >= 0
}

// A drawnCall is a call that draws.
type drawnCall struct {
	s    *source
	call *dst.CallExpr
	of   ast.Expr // what it is a method of, or the package
}

// field is a field of what the call is a method of.
func (c *drawnCall) field(name string) dst.Expr {
	x := dst.Clone(c.s.dec.Dst.Nodes[c.of]).(dst.Expr)
	return &dst.SelectorExpr{X: x, Sel: dst.NewIdent(name)}
}

// fun puts a call of package gate around the function.
func (c *drawnCall) fun(f, name string, args ...dst.Expr) {
	c.call.Fun = c.s.call(f, append([]dst.Expr{quoted(name), c.call.Fun}, args...)...)
}

// result puts gate.Value around the call.
func (c *drawnCall) result(name string, v dst.Expr) {
	drawn := &dst.CallExpr{Fun: c.call.Fun, Args: c.call.Args, Ellipsis: c.call.Ellipsis}
	c.call.Fun, c.call.Args, c.call.Ellipsis = c.s.call("Value").Fun, []dst.Expr{quoted(name), drawn, v}, false
}

// eachCall calls f for the calls of methods, or of functions of packages, of those names in a
// line, and returns how many they are.
func (s *source) eachCall(line int, names []string, f func(c *drawnCall)) (n int) {
	ast.Inspect(s.syntax, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			if sel := selected(call, names); sel != nil && s.fset.Position(sel.Sel.Pos()).Line == line {
				n++
				f(&drawnCall{s, s.dec.Dst.Nodes[call].(*dst.CallExpr), sel.X})
			}
		}
		return true
	})
	return n
}

// ofPool calls f for the call of a pool's method at a position, and returns whether there is one.
func (d *drawing) ofPool(x *wire.RecordedDraw, f func(s *source, c *drawnCall)) bool {
	s, line, column, err := d.at(x.Pos)
	if err != nil {
		return false
	}
	for _, node := range s.path(line, column) {
		if call, ok := node.(*ast.CallExpr); ok {
			if sel := selected(call, []string{x.Of}); sel != nil {
				f(s, &drawnCall{s, s.dec.Dst.Nodes[call].(*dst.CallExpr), sel.X})
				return true
			}
		}
	}
	return false
}

// selected is what a call calls, if it is a method, or a function of a package, of those names.
func selected(call *ast.CallExpr, names []string) *ast.SelectorExpr {
	fun := call.Fun
	if x, ok := fun.(*ast.IndexExpr); ok { // rand.N[time.Duration]
		fun = x.X
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok && slices.Contains(names, sel.Sel.Name) {
		return sel
	}
	return nil
}

// eachRange calls f for the loops in a line that may go through a map, as which they were written.
func (s *source) eachRange(line int, f func(loop *dst.RangeStmt, m dst.Expr)) (n int) {
	ast.Inspect(s.syntax, func(node ast.Node) bool {
		loop, ok := node.(*ast.RangeStmt)
		if ok && s.fset.Position(loop.X.Pos()).Line == line && !calls(loop.X) { // as of maps.Keys
			n++
			f(s.dec.Dst.Nodes[loop].(*dst.RangeStmt), s.dec.Dst.Nodes[loop.X].(dst.Expr))
		}
		return true
	})
	return n
}

// literals are the values of a list in Go source.
func literals(list string) []dst.Expr {
	var all []dst.Expr
	for list != "" {
		var one string
		if text, err := strconv.QuotedPrefix(list); err == nil {
			one = text
		} else {
			one, _, _ = strings.Cut(list, ",")
		}
		list = strings.TrimPrefix(strings.TrimPrefix(list[len(one):], ","), " ")
		all = append(all, &dst.BasicLit{Kind: kindOf(one), Value: one})
	}
	return all
}

func kindOf(literal string) token.Token {
	if literal[0] == '"' {
		return token.STRING
	}
	return token.INT // or another one that is written as it is
}
