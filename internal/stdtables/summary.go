package main

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A kind of effect.
type kind byte

const (
	reads   kind = 'R'
	writes  kind = 'W'
	grows   kind = 'G' // is read if append has no room
	calls   kind = 'C' // a function is called
	invokes kind = 'I' // a method of an interface is called: name says which
	locks   kind = 'L' // a lock or an atomic operation
	unclear kind = '?' // name says what is not known
)

// An effect is something that a function may do with memory that it is given.
type effect struct {
	loc
	kind kind
	name string
}

// A summary is what is known of a function.
type summary struct {
	effects  map[effect]bool // whether every call that returns has it
	results  []values        // what results lead to of what parameters lead to
	contents map[loc]values  // what is stored where
}

// A size is that of a summary.
type size [4]int

// size tells summaries of one function apart: they only grow.
func (s *summary) size() (n size) {
	n[0] = len(s.effects)
	for _, must := range s.effects {
		if must {
			n[1]++
		}
	}
	for _, r := range s.results {
		n[2] += len(r)
	}
	for _, c := range s.contents {
		n[3] += len(c)
	}
	return n
}

// sorted lists effects in a fixed order.
func (s *summary) sorted() []effect {
	return slices.SortedFunc(maps.Keys(s.effects), func(a, b effect) int {
		return cmp.Or(cmp.Compare(a.root, b.root), cmp.Compare(a.path, b.path), cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name))
	})
}

// An analysis is that of a whole program.
type analysis struct {
	summaries map[*ssa.Function]*summary
}

// often is how many times a function is gone through at most: what recursion adds after that is
// more of the same.
const often = 4

// analyse computes summaries of functions and all that they call.
func analyse(functions []*ssa.Function) *analysis {
	g := &callGraph{seen: make(map[*ssa.Function]bool), callers: make(map[*ssa.Function][]*ssa.Function)}
	for _, f := range functions {
		g.visit(origin(f))
	}
	a := &analysis{summaries: make(map[*ssa.Function]*summary)}
	times := make(map[*ssa.Function]int)
	pending := maps.Clone(g.seen)
	for len(pending) > 0 {
		for _, f := range g.order {
			if !pending[f] {
				continue
			}
			delete(pending, f)
			times[f]++
			s := a.summarize(f)
			if a.summaries[f].differs(s) {
				for _, c := range g.callers[f] {
					if times[c] < often {
						pending[c] = true
					}
				}
			}
			a.summaries[f] = s
		}
	}
	return a
}

// differs reports whether a function's summary says something else than the one before, which is
// nil if there was none.
func (s *summary) differs(next *summary) bool {
	if s == nil {
		return next.size() != size{}
	}
	return s.size() != next.size()
}

// A callGraph has functions and all that they mention.
type callGraph struct {
	seen    map[*ssa.Function]bool
	order   []*ssa.Function // callees first
	callers map[*ssa.Function][]*ssa.Function
}

func (g *callGraph) visit(f *ssa.Function) {
	if g.seen[f] {
		return
	}
	g.seen[f] = true
	if transparent(f) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				for _, callee := range mentioned(f, instr) {
					g.callers[callee] = append(g.callers[callee], f)
					g.visit(callee)
				}
			}
		}
	}
	g.order = append(g.order, f)
}

// mentioned are the functions that an instruction of f calls, or has as values.
func mentioned(f *ssa.Function, instr ssa.Instruction) []*ssa.Function {
	var all []*ssa.Function
	for _, op := range instr.Operands(nil) {
		if g, ok := (*op).(*ssa.Function); ok {
			all = append(all, origin(g))
		}
	}
	if c, ok := instr.(ssa.CallInstruction); ok && c.Common().IsInvoke() {
		if g := invoked(f.Prog, c.Common()); g != nil {
			all = append(all, g)
		}
	}
	return all
}

func origin(f *ssa.Function) *ssa.Function {
	if o := f.Origin(); o != nil {
		return o
	}
	return f
}
