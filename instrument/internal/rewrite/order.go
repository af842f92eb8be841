package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"strings"
)

// The compiler takes the value of some expressions at their turn, from left to
// right: of calls, receives and others, here called events. Everything else it
// reads when the event or statement that it is an operand of is carried out:
// x + f() reads x after the call. In rewritten code a read is a call, and would
// have its turn. Where an event that can change what is read comes after the
// read, it and all events before it are hoisted: their values go to variables
// that are declared before the statement.
//
// The rules are those of cmd/compile/internal/walk/order.go.

// A plan is the order of the operands of one statement.
type plan struct {
	r     *fileRewriter
	group *group
	n     int  // the number of events so far
	all   bool // hoist every event
	idle  bool // no event can change anything
}

// A group is a statement or an event: what is late in it is read when it is
// carried out.
type group struct {
	outer  *group
	events []*event
	late   lateness
	last   int // the last event to be hoisted
}

type event struct {
	e     ast.Expr
	index int
	inner *group
	keep  bool // the statement's own: never hoisted
}

// lateness says what rewritten code reads too early for later events.
type lateness int

const (
	lateVariable lateness = 1 + iota // a variable, which no append or copy writes
	lateMemory                       // an element, a field, something behind a pointer
)

// An effect says what may be different after an event.
type effect int

const (
	harmless effect = iota // nothing
	elements               // elements of slices: append, copy
	anything               // a call, a receive: other code has run
)

// plan begins a plan for a list of expressions.
func (r *fileRewriter) plan(list ...ast.Expr) *plan {
	return &plan{r: r, group: &group{last: -1}, idle: !r.acts(list...)}
}

// ordered plans the evaluation of values, and returns what is hoisted.
func (r *fileRewriter) ordered(list ...ast.Expr) frag {
	p := r.plan(list...)
	for _, e := range list {
		p.value(e)
	}
	return p.hoist()
}

// isolated renders an expression that is evaluated by itself, where no statement
// can stand before it.
func (r *fileRewriter) isolated(e ast.Expr) frag {
	if e == nil || !r.acts(e) {
		return r.val(e)
	}
	outer := r.hoisted
	defer func() { r.hoisted = outer }()
	r.hoisted = nil
	p := r.plan(e)
	p.value(e)
	if !p.needed() || !r.hasName(r.typeOf(e), e) {
		return r.val(e)
	}
	return r.cat(e.Pos(), "func() "+r.resultType(e)+"{ ", p.hoist(), "return ", r.val(e), " }()")
}

// hasName reports whether the type of an expression, which may be a call with
// several results, can be written where it stands.
func (r *fileRewriter) hasName(t types.Type, at ast.Expr) bool {
	if list, ok := t.(*types.Tuple); ok {
		for v := range list.Variables() {
			if !r.nameable(v.Type(), at) {
				return false
			}
		}
		return true
	}
	return r.nameable(types.Default(t), at)
}

// hoist renders the events that are to be hoisted, as statements.
func (p *plan) hoist() frag {
	if p.all && p.n > 0 {
		p.group.last = p.n - 1
	}
	return p.place(p.group, -1)
}

// needed reports whether something is to be hoisted.
func (p *plan) needed() bool { return p.all && p.n > 0 || p.group.bound() >= 0 }

// bound is the last event to be hoisted of those in the group, however deep:
// all before it have to be, too.
func (s *group) bound() int {
	last := s.last
	for _, ev := range s.events {
		last = max(last, ev.inner.bound())
	}
	return last
}

func (p *plan) place(s *group, bound int) (f frag) {
	bound = max(bound, s.bound())
	for _, ev := range s.events {
		if ev.index > bound || ev.keep {
			f = f.add(p.place(ev.inner, bound))
			continue
		}
		f = f.add(p.place(ev.inner, -1))
		names := []string{p.r.fresh()}
		if t, ok := p.r.info.TypeOf(ev.e).(*types.Tuple); ok {
			names = p.r.freshes(t.Len())
		}
		f = p.r.cat(ev.e.Pos(), f, commas(names)+" := ", p.r.typed(ev.e, p.r.val(ev.e)), "; ")
		if p.r.hoisted == nil {
			p.r.hoisted = make(map[ast.Expr]string)
		}
		p.r.hoisted[ev.e] = commas(names)
	}
	return f
}

func (p *plan) enter() { p.group = &group{outer: p.group, last: -1} }

// leave ends the event that is the present group.
func (p *plan) leave(e ast.Expr, what effect) *event {
	ev := &event{e: e, index: p.n, inner: p.group}
	p.n++
	p.group = p.group.outer
	p.group.events = append(p.group.events, ev)
	for s := p.group; s != nil; s = s.outer {
		if what == anything && s.late > 0 || what == elements && s.late == lateMemory {
			s.last = ev.index
		}
	}
	return ev
}

// early notes that what has been rendered up to here is read earlier than the
// compiler reads it.
func (p *plan) early(l lateness) { p.group.late = max(p.group.late, l) }

// own notes that e itself is rendered as a call, where the compiler reads late.
func (p *plan) own(e ast.Expr, l lateness) {
	if callsIn(p.r.glance(e, func() frag { return p.r.val(e) })) {
		p.early(l)
	}
}

// callsIn reports whether generated text calls anything.
func callsIn(f frag) bool { return strings.Contains(f.gen(), "(") }

// glance renders e with all of its operands left as they are, and forgets what
// that leaves behind.
func (r *fileRewriter) glance(e ast.Expr, render func() frag) frag {
	sites, temps := len(r.unit.Sites), r.temps
	outer, imports, unsupported := r.shallow, maps.Clone(r.imports), len(r.unit.Out.Unsupported)
	settled, unused, pipes := r.settled, r.unused, r.unit.Out.Pipes
	defer func() {
		r.unit.Sites, r.temps = r.unit.Sites[:sites], temps
		r.shallow, r.imports, r.unit.Out.Unsupported = outer, imports, r.unit.Out.Unsupported[:unsupported]
		r.settled, r.unused, r.unit.Out.Pipes = settled, unused, pipes
	}()
	r.shallow = e
	return render()
}

// receiverPart renders what of a call is evaluated before its arguments, but for
// its operands.
func (r *fileRewriter) receiverPart(e *ast.CallExpr) frag {
	if f, ok := r.standard(e); ok {
		if strings.Contains(f.gen(), "Get(") {
			return f
		}
		return nil
	}
	c := r.callee(e.Fun, e)
	if len(c.first) > 0 {
		return c.first[0]
	}
	return c.fun
}

// effect says what evaluating e may change, where its parts are not planned one by one.
func (r *fileRewriter) effect(e ast.Expr) effect {
	switch {
	case r.hasCall(e):
		return anything
	case r.hasBuiltin(e):
		return elements
	}
	return harmless
}

// acts reports whether evaluating a list of expressions has events that can
// change anything.
func (r *fileRewriter) acts(list ...ast.Expr) bool {
	for _, e := range list {
		if e != nil && (r.hasCall(e) || r.hasBuiltin(e)) {
			return true
		}
	}
	return false
}

// hasBuiltin reports whether e calls append or copy.
func (r *fileRewriter) hasBuiltin(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			found = found || (n.Name == "append" || n.Name == "copy") && r.info.Types[n].IsBuiltin()
		}
		return !found
	})
	return found
}

// hasCall reports whether evaluating e runs other code: a call or a receive that
// has not been hoisted.
func (r *fileRewriter) hasCall(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && r.hoisted[x] != "" {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			tv := r.info.Types[n.Fun]
			if !tv.IsType() && !tv.IsBuiltin() && r.info.Types[n].Value == nil {
				found = true
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}
