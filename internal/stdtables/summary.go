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
	a := &analysis{summaries: make(map[*ssa.Function]*summary)}
	var order []*ssa.Function // callees first
	callers := make(map[*ssa.Function][]*ssa.Function)
	seen := make(map[*ssa.Function]bool)
	var visit func(f *ssa.Function)
	visit = func(f *ssa.Function) {
		seen[f] = true
		mentions := func(g *ssa.Function) {
			callers[g] = append(callers[g], f)
			if !seen[g] {
				visit(g)
			}
		}
		if transparent(f) {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					for _, op := range instr.Operands(nil) {
						if g, ok := (*op).(*ssa.Function); ok {
							mentions(origin(g))
						}
					}
					if c, ok := instr.(ssa.CallInstruction); ok && c.Common().IsInvoke() {
						if g := invoked(f.Prog, c.Common()); g != nil {
							mentions(g)
						}
					}
				}
			}
		}
		order = append(order, f)
	}
	for _, f := range functions {
		if f = origin(f); !seen[f] {
			visit(f)
		}
	}
	times := make(map[*ssa.Function]int)
	pending := maps.Clone(seen)
	for len(pending) > 0 {
		for _, f := range order {
			if !pending[f] {
				continue
			}
			delete(pending, f)
			times[f]++
			s := a.summarize(f)
			if old := a.summaries[f]; old == nil && s.size() != (size{}) || old != nil && old.size() != s.size() {
				for _, c := range callers[f] {
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

func origin(f *ssa.Function) *ssa.Function {
	if o := f.Origin(); o != nil {
		return o
	}
	return f
}
