package rewrite

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"gocheck.dev/instrument/internal/sharing"
)

// Since Go 1.22 each iteration of a loop has variables of its own. They are copied
// at the end of the iteration before: that reads the old ones.

// A forLoop is a loop that is being rendered.
type forLoop struct {
	label    types.Object
	vars     []*ast.Ident // the shared ones that are copied
	pointers []string     // to those that some continue cannot name, as they are shadowed there; "": none
}

// enterLoop begins the rendering of a loop, and returns what ends it.
func (r *fileRewriter) enterLoop(s ast.Stmt, l *forLoop) func() {
	l.label = r.labels[s]
	r.loops = append(r.loops, l)
	n := len(r.loops)
	return func() { r.loops = r.loops[:n-1] }
}

// forBody renders the body of a loop with the copies at its end.
func (r *fileRewriter) forBody(s *ast.ForStmt) frag {
	l := &forLoop{}
	if init, ok := s.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE && r.perIteration {
		for _, x := range init.Lhs {
			id := x.(*ast.Ident)
			if v, ok := r.info.Defs[id].(*types.Var); ok && r.sharing.Variable(v) {
				l.vars, l.pointers = append(l.vars, id), append(l.pointers, "")
			}
		}
	}
	defer r.enterLoop(s, l)()
	if len(l.vars) == 0 {
		return r.stmt(s.Body)
	}
	walkFunc(s.Body, func(n ast.Node) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.CONTINUE {
			for i, id := range l.vars {
				if l.pointers[i] == "" && !r.visible(r.info.Defs[id], b) {
					l.pointers[i] = r.fresh()
				}
			}
		}
	})
	head := ""
	for i, id := range l.vars {
		if l.pointers[i] != "" {
			head += l.pointers[i] + " := &" + id.Name + "; _ = " + l.pointers[i] + "; "
		}
	}
	body := r.stmt(s.Body)
	tail := ""
	for _, id := range l.vars {
		tail += "; " + r.helper("Get") + "(&" + id.Name + ", " + r.site(s.Body.Rbrace, id) + ")"
	}
	return r.cat(s.Body.Pos(), "{ "+head, body, tail+" }")
}

// copies is what a continue does before the loop's next iteration.
func (r *fileRewriter) copies(s *ast.BranchStmt) (text string) {
	for i := len(r.loops) - 1; i >= 0; i-- {
		l := r.loops[i]
		if s.Label != nil && l.label != r.info.Uses[s.Label] {
			continue
		}
		for i, id := range l.vars {
			at := "&" + id.Name
			if l.pointers[i] != "" {
				at = l.pointers[i]
			}
			text += r.helper("Get") + "(" + at + ", " + r.site(s.Pos(), id) + "); "
		}
		break
	}
	return text
}

// spin renders a loop that waits. The runtime is told before each round, and shown what
// the round begins with.
func (r *fileRewriter) spin(s *ast.ForStmt, l sharing.Loop) loop {
	defer r.enterLoop(s, &forLoop{})()
	var before frag
	if s.Init != nil {
		hoisted, init := r.simple(s.Init, true)
		before = r.cat(s.Init.Pos(), hoisted, init, "; ")
	}
	name, handle, round := r.rounds(s, l)
	if l.Counter != nil {
		round = r.counts(name, l.Counter.Var.Name(), l.Counter) + round
	}
	if readings, ok := r.sharing.Endless(s); ok {
		handle += ".EndedByOthers(" + strconv.Itoa(readings) + ")"
	}
	head := "for " + name + " := " + handle + "; "
	if s.Cond == nil {
		return loop{before, r.cat(s.Pos(), head+"; ", r.post(s.Post), " { _ = "+round+"; ", r.stmt(s.Body), " }")}
	}
	to := "("
	if _, plain := r.typeOf(s.Cond).(*types.Basic); !plain {
		to = "bool("
	}
	return loop{before, r.cat(s.Pos(), head+round+" && ("+to, r.isolated(s.Cond), ") || "+name+".Over()); ", r.post(s.Post), " ", r.stmt(s.Body))}
}

// rounds names the handle of a loop that waits; round is what begins one.
func (r *fileRewriter) rounds(s ast.Stmt, l sharing.Loop) (name, handle, round string) {
	name = r.fresh()
	for _, exit := range sharing.Exits(r.info, s, r.labels[s]) {
		r.leaving[exit] = cmp.Or(r.leaving[exit], name) // of several loops the outermost, which is rendered first
	}
	if r.waiting == nil {
		r.waiting = make(map[token.Pos]string)
	}
	r.waiting[s.Pos()] = name
	names := make([]string, len(l.Carried))
	for i, v := range l.Carried {
		names[i] = v.Name()
	}
	handle = "gocheckrt.Loop(" + r.site(s.Pos(), nil) + ")"
	if l.Dated {
		handle += ".Dated()"
	}
	if l.Compares {
		handle += ".Compares()"
	}
	return name, handle, name + ".Round(" + commas(names) + ")"
}

// counted renders a range over an integer that waits, as a loop whose number can be moved on.
func (r *fileRewriter) counted(s *ast.RangeStmt, l sharing.Loop) loop {
	end, i := r.fresh(), r.fresh()
	if v := l.Counter.Var; v != nil {
		i = v.Name()
	}
	before := r.cat(s.X.Pos(), "var "+end+", "+i+" "+r.typeText(types.Default(r.typeOf(s.X)), s.X)+" = ", r.val(s.X), ", 0; ")
	name, handle, round := r.rounds(s, l)
	head := "for " + name + " := " + handle + "; " + r.counts(name, i, l.Counter, end)
	return loop{before, r.cat(s.Pos(), head+round+" && ("+i+" < "+end+" || "+name+".Over()); "+i+"++ ", r.stmt(s.Body))}
}

// counts tells the runtime how far the counter i of a loop is from where its rounds may differ, and
// moves it on.
func (r *fileRewriter) counts(name, i string, c *sharing.Counter, bounds ...string) string {
	counts := "Counts"
	if c.Shown {
		counts = "CountsForAll"
	}
	return r.inLoops(counts) + "(" + name + ", &" + i + ", " + strconv.FormatInt(c.Step, 10) + ", " + commas(append(bounds, c.Bounds...)) + ") && "
}

// inLoops names a function of package runtime/loops.
func (r *fileRewriter) inLoops(name string) string {
	r.helpers["gocheckloop"] = true
	return "gocheckloop." + name
}
