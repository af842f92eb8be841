package main

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call is a call, deferred or not, or a go statement.
func (s *state) call(i ssa.CallInstruction) {
	c := i.Common()
	switch f := c.Value.(type) {
	case *ssa.Builtin:
		s.builtin(i, f.Name())
		return
	}
	if c.IsInvoke() {
		s.invoke(i)
		return
	}
	args := make(map[root]values, len(c.Args))
	for n, a := range c.Args {
		args[root(n)] = s.get(a)
	}
	if m, ok := c.Value.(*ssa.MakeClosure); ok {
		f := m.Fn.(*ssa.Function)
		for n, b := range m.Bindings {
			args[root(len(f.Params)+n)] = s.get(b)
		}
	}
	f := c.StaticCallee()
	if f == nil {
		for v := range s.get(c.Value) {
			s.effect(v.loc, calls, "", s.must)
		}
		return
	}
	s.apply(i, f, args)
}

// apply applies the summary of a callee whose parameters are what args says.
func (s *state) apply(at any, f *ssa.Function, args map[root]values) {
	f = origin(f)
	if s.lock(f, args) {
		return
	}
	sum := s.summaries[f]
	if sum == nil { // it is being computed: recursion
		return
	}
	for e, must := range sum.effects {
		for v := range args[e.root] {
			if e.path == "" {
				s.effect(v.loc, e.kind, e.name, must && s.must)
				continue
			}
			for _, l := range s.follow(v, e.path) {
				s.effect(l, e.kind, e.name, must && s.must)
			}
		}
	}
	made := func() value { return s.fresh(called{f}) }
	translate := func(vs values) values {
		out := make(values)
		for v := range vs {
			if _, given := args[v.root]; !given && v.root >= 0 {
				out.add(value{made().loc.then(v.path), v.address, v.part, v.off})
				continue
			}
			for a := range args[v.root] {
				out.addAll(s.through(a, v))
			}
		}
		return out
	}
	for l, vs := range sum.contents {
		_, given := args[l.root]
		if !given {
			m := made().loc
			s.store(loc{m.root, l.path}, translate(vs))
			continue
		}
		here := translate(vs)
		for a := range args[l.root] {
			for _, to := range s.follow(a, l.path) {
				s.store(to, here)
			}
		}
	}
	for n, r := range sum.results {
		if vs := translate(r); len(vs) > 0 {
			s.setResult(at, n, vs)
		}
	}
}

// called is the memory that a callee makes.
type called struct{ *ssa.Function }

// A resultOf is a result of a call.
type resultOf struct {
	ssa.Value
	n int
}

func (s *state) setResult(at any, n int, vs values) {
	if c, ok := at.(*ssa.Call); ok {
		s.set(resultOf{c, n}, vs)
		if c.Call.Signature().Results().Len() == 1 {
			s.set(c, vs)
		}
	}
}

func (s *state) result(c *ssa.Call, n int) values { return s.vals[resultOf{c, n}] }

// through is a callee's value as the caller sees it, where a is what the callee was given.
func (s *state) through(a, v value) values {
	out := make(values)
	if v.path == "" && !v.address { // the argument itself, or a part of it
		switch {
		case a.part == behind || a.part == within || v.part == same:
		case v.part == extended:
			a.part, a.off = extended, a.off+v.off
		default:
			a.part, a.off = v.part, 0
		}
		out.add(a)
		return out
	}
	for _, l := range s.follow(a, v.path) {
		out.add(value{l, v.address, v.part, v.off})
		if !v.address {
			out.addAll(s.contents[l])
		}
	}
	return out
}

// follow is where a path leads that begins at a value.
func (s *state) follow(a value, path string) []loc {
	list := steps(path)
	if len(list) == 0 {
		return nil
	}
	var at []loc
	switch {
	case list[0] == "^":
		at = []loc{a.target()}
		if len(list) > 1 && list[1][0] == '[' && list[1] != "[]" || len(list) > 1 && list[1] == "[]" && a.part == behind {
			at = []loc{s.elementOf(a, list[1])}
			list = list[1:]
		}
	case a.address:
		return nil
	default:
		at = []loc{a.loc.then(list[0])}
	}
	for _, step := range list[1:] {
		var next []loc
		for _, l := range at {
			if step == "^" {
				for v := range s.contents[l] {
					next = append(next, v.target())
				}
				if l.root >= s.given {
					continue
				}
			}
			next = append(next, l.then(step))
		}
		if at = next; len(at) > many {
			at = at[:many]
		}
	}
	return at
}

// elementOf is the place of an element that a callee names, of a slice that it was given.
func (s *state) elementOf(a value, step string) loc {
	t := a.target()
	switch {
	case a.part == behind:
		return t.then("[+]")
	case step == "[+]":
		if a.part == within || a.address {
			return t.then("[]")
		}
		return t.then("[+]")
	case a.part == within:
		return t.then("[]")
	}
	n := 0
	for _, d := range strings.Trim(step, "[]") {
		n = 10*n + int(d-'0')
	}
	return a.element(n)
}

func (s *state) builtin(i ssa.CallInstruction, name string) {
	args := i.Common().Args
	switch name {
	case "append":
		s.appends(i.(*ssa.Call), args)
	case "copy":
		for v := range s.get(args[0]) {
			s.effect(v.element(-1), writes, "", s.must)
		}
		if from, ok := under(args[1].Type()).(*types.Slice); ok {
			for v := range s.get(args[1]) {
				s.effect(v.element(-1), reads, "", s.must)
				for d := range s.get(args[0]) {
					s.store(d.element(-1), s.load(v.element(-1), from.Elem()))
				}
			}
		}
	case "delete", "clear":
		for v := range s.get(args[0]) {
			if _, ok := under(args[0].Type()).(*types.Map); ok {
				s.effect(v.target().then("{}"), writes, "", s.must)
			} else {
				s.effect(v.element(-1), writes, "", s.must)
			}
		}
	case "len":
		if _, ok := under(args[0].Type()).(*types.Map); ok {
			for v := range s.get(args[0]) {
				s.effect(v.target().then("{}"), reads, "", s.must)
			}
		}
	case "Slice", "String", "StringData", "SliceData", "Add", "ssa:wrapnilchk", "min", "max":
		if v, ok := i.(*ssa.Call); ok {
			s.set(v, s.get(args[0]))
		}
	}
}

// appends writes behind the end if there is room, and else reads everything.
func (s *state) appends(i *ssa.Call, args []ssa.Value) {
	for v := range s.get(args[0]) {
		w := v
		if w.part == same || w.part == extended {
			s.effect(v.target().then("[+]"), writes, "", s.must)
			w.part = extended
		} else {
			s.effect(v.element(-1), writes, "", s.must)
		}
		s.effect(v.element(-1), grows, "", s.must)
		s.set(i, values{w: true})
	}
	made := s.fresh(i.Type())
	slice, ok := under(args[1].Type()).(*types.Slice)
	if !ok { // a string
		return
	}
	for v := range s.get(args[1]) {
		s.effect(v.element(-1), reads, "", s.must)
		if leads(slice.Elem()) {
			s.store(made.loc.then("[]"), s.load(v.element(-1), slice.Elem()))
			s.set(i, values{made: true})
			for d := range s.get(args[0]) {
				s.store(d.element(-1), s.load(v.element(-1), slice.Elem()))
			}
		}
	}
	if leads(slice.Elem()) {
		for v := range s.get(args[0]) {
			s.store(made.loc.then("[]"), s.load(v.element(-1), slice.Elem()))
			s.set(i, values{made: true})
		}
	}
}

// invoke is the call of a method of an interface. If the interface is made here, its method is
// known.
func (s *state) invoke(i ssa.CallInstruction) {
	c := i.Common()
	if f := invoked(s.fn.Prog, c); f != nil {
		args := map[root]values{0: s.get(c.Value)}
		for n, a := range c.Args {
			args[root(n+1)] = s.get(a)
		}
		s.apply(i, f, args)
		return
	}
	for v := range s.get(c.Value) {
		s.effect(v.loc, invokes, c.Method.Name(), s.must)
	}
	for n, k := range lent[c.Method.Name()] {
		if n >= len(c.Args) || k == 0 {
			continue
		}
		for v := range s.get(c.Args[n]) {
			s.effect(v.element(-1), k, "", s.must)
		}
	}
}

// invoked is the method that a call of an interface's method calls, if it is known.
func invoked(prog *ssa.Program, c *ssa.CallCommon) *ssa.Function {
	m, ok := c.Value.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	if _, ok := types.Unalias(m.X.Type()).(*types.TypeParam); ok {
		return nil
	}
	return prog.LookupMethod(m.X.Type(), c.Method.Pkg(), c.Method.Name())
}
