package main

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A state is the analysis of one function, which takes no account of the order of instructions.
type state struct {
	*analysis
	fn       *ssa.Function
	vals     map[ssa.Value]values
	contents map[loc]values
	made     map[any]root // what it allocates: by type, closure or the function that does
	given    root         // how many roots are parameters and free variables
	sum      *summary
	returns  []*ssa.BasicBlock
	must     bool // the instruction at hand is passed by every call that returns
	changed  bool
}

// places is a bound on the places of a function where something is stored.
const places = 40

// rounds is a bound on how often a function is gone through.
const rounds = 5

// summarize computes the summary of a function from those of its callees.
func (a *analysis) summarize(f *ssa.Function) *summary {
	s := &state{
		analysis: a, fn: f, vals: make(map[ssa.Value]values), contents: make(map[loc]values), made: make(map[any]root),
		sum: &summary{effects: make(map[effect]bool), contents: make(map[loc]values)},
	}
	if f.Blocks == nil || !transparent(f) {
		s.bodiless(f)
		return s.sum
	}
	for i, p := range f.Params {
		s.vals[p] = values{{loc: loc{root: root(i)}}: true}
	}
	for i, v := range f.FreeVars {
		s.vals[v] = values{{loc: loc{root: root(len(f.Params) + i)}}: true}
	}
	s.given = root(len(f.Params) + len(f.FreeVars))
	s.sum.results = make([]values, f.Signature.Results().Len())
	for i := range s.sum.results {
		s.sum.results[i] = make(values)
	}
	for _, b := range f.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && b != f.Recover {
			s.returns = append(s.returns, b)
		}
	}
	for range rounds {
		s.changed = false
		for _, b := range f.Blocks {
			s.must = s.passed(b)
			for _, instr := range b.Instrs {
				s.instruction(instr)
			}
		}
		if !s.changed {
			break
		}
	}
	s.export()
	return s.sum
}

// passed reports whether all calls that return come to b.
func (s *state) passed(b *ssa.BasicBlock) bool {
	for _, r := range s.returns {
		if !b.Dominates(r) {
			return false
		}
	}
	return len(s.returns) > 0
}

// export keeps of contents and results what leads to parameters.
func (s *state) export() {
	leads := make(map[root]bool)
	for changed := true; changed; {
		changed = false
		for l, vs := range s.contents {
			if l.root < s.given || leads[l.root] {
				continue
			}
			for v := range vs {
				if v.root >= 0 && (v.root < s.given || leads[v.root]) {
					leads[l.root], changed = true, true
					break
				}
			}
		}
	}
	relevant := func(vs values) values {
		kept := make(values)
		for v := range vs {
			if v.root >= 0 && (v.root < s.given || leads[v.root]) {
				kept[v] = true
			}
		}
		return kept
	}
	for i, r := range s.sum.results {
		s.sum.results[i] = relevant(r)
	}
	for l, vs := range s.contents {
		if strings.Count(l.path, "^") > 1 {
			continue
		}
		if kept := relevant(vs); len(kept) > 0 && l.root >= 0 && len(s.sum.contents) < places {
			s.sum.contents[l] = kept
		}
	}
}

// get is what is known of an operand.
func (s *state) get(v ssa.Value) values {
	switch v.(type) {
	case *ssa.Global:
		return values{{loc: loc{root: global}, address: true}: true}
	case *ssa.Const, *ssa.Builtin, *ssa.Function:
		return nil
	}
	return s.vals[v]
}

func (s *state) set(v ssa.Value, vs values) {
	if len(vs) == 0 {
		return
	}
	if s.vals[v] == nil {
		s.vals[v] = make(values)
	}
	s.changed = s.vals[v].addAll(vs) || s.changed
}

// fresh is new memory. That of one type is not told apart.
func (s *state) fresh(at any) value {
	r, ok := s.made[at]
	if !ok {
		r = s.given + root(len(s.made))
		s.made[at] = r
	}
	return value{loc: loc{root: r}, address: true}
}

// effect notes an effect on memory that the function was given.
func (s *state) effect(l loc, k kind, name string, must bool) {
	if l.root < 0 || l.root >= s.given || l.path == "" && k != calls && k != invokes && k != unclear {
		return
	}
	e := effect{l, k, name}
	old, known := s.sum.effects[e]
	if known && (old || !must) {
		return
	}
	s.sum.effects[e] = must
	s.changed = true
}

// load is what is found at a place.
func (s *state) load(l loc, t types.Type) values {
	vs := make(values)
	if !leads(t) {
		return vs
	}
	if l.root < s.given {
		vs.add(value{loc: l})
	}
	vs.addAll(s.contents[l])
	if l.root >= s.given { // what was stored as a whole, or as parts
		s.partsOf(l, vs)
	}
	return vs
}

// partsOf adds what is found at a place within something that was stored as a whole.
func (s *state) partsOf(l loc, vs values) {
	rest := ""
	list := steps(l.path)
	for i := len(list) - 1; i >= 0; i-- {
		rest = list[i] + rest
		whole := loc{l.root, l.path[:len(l.path)-len(rest)]}
		for v := range s.contents[whole] {
			if !v.address && list[i][0] == '.' {
				p := v.loc
				for _, step := range list[i:] {
					p = p.then(step)
				}
				vs.add(value{loc: p})
			}
		}
	}
}

// store notes that values get to a place.
func (s *state) store(l loc, vs values) {
	if len(vs) == 0 || l.root < 0 {
		return
	}
	if s.contents[l] == nil {
		if len(s.contents) > places {
			return
		}
		s.contents[l] = make(values)
	}
	s.changed = s.contents[l].addAll(vs) || s.changed
}

func (s *state) instruction(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Alloc:
		s.set(i, values{s.fresh(i.Type()): true})
	case *ssa.MakeSlice, *ssa.MakeMap:
		s.set(i.(ssa.Value), values{s.fresh(i.(ssa.Value).Type()): true})
	case *ssa.MakeClosure:
		s.closure(i)
	case *ssa.MakeInterface:
		s.set(i, s.get(i.X))
	case *ssa.ChangeType:
		s.set(i, s.get(i.X))
	case *ssa.ChangeInterface:
		s.set(i, s.get(i.X))
	case *ssa.SliceToArrayPointer:
		s.set(i, s.get(i.X))
	case *ssa.TypeAssert:
		s.set(i, s.get(i.X))
	case *ssa.MultiConvert:
		s.convert(i, i.X)
	case *ssa.Convert:
		s.convert(i, i.X)
	case *ssa.Phi:
		for _, e := range i.Edges {
			s.set(i, s.get(e))
		}
	case *ssa.Extract:
		if c, ok := i.Tuple.(*ssa.Call); ok {
			s.set(i, s.result(c, i.Index))
		} else {
			s.set(i, s.get(i.Tuple))
		}
	case *ssa.FieldAddr:
		name := field(i.X.Type(), i.Field)
		for v := range s.get(i.X) {
			s.set(i, values{{loc: v.target().then(name), address: true}: true})
		}
	case *ssa.Field:
		name := field(i.X.Type(), i.Field)
		for v := range s.get(i.X) {
			if !v.address {
				s.set(i, values{{loc: v.loc.then(name)}: true})
				s.set(i, s.load(v.loc.then(name), i.Type()))
			}
		}
	case *ssa.IndexAddr:
		for v := range s.get(i.X) {
			s.set(i, values{{loc: v.element(index(i.Index)), address: true}: true})
		}
	case *ssa.Index:
		for v := range s.get(i.X) {
			s.set(i, values{{loc: v.loc.then("[]")}: true})
		}
	case *ssa.Slice:
		s.slice(i)
	case *ssa.UnOp:
		if i.Op == token.MUL {
			for v := range s.get(i.X) {
				s.effect(v.target(), reads, "", s.must)
				s.set(i, s.load(v.target(), i.Type()))
			}
		}
	case *ssa.Store:
		for v := range s.get(i.Addr) {
			s.effect(v.target(), writes, "", s.must)
			if leads(i.Val.Type()) {
				s.store(v.target(), s.get(i.Val))
			}
		}
	case *ssa.MapUpdate:
		for v := range s.get(i.Map) {
			s.effect(v.target().then("{}"), writes, "", s.must)
			s.store(v.target().then("{}"), s.get(i.Key))
			s.store(v.target().then("{}"), s.get(i.Value))
		}
	case *ssa.Lookup:
		for v := range s.get(i.X) {
			s.effect(v.target().then("{}"), reads, "", s.must)
			s.set(i, s.load(v.target().then("{}"), i.Type()))
		}
	case *ssa.Range:
		for v := range s.get(i.X) {
			s.effect(v.target().then("{}"), reads, "", s.must)
			s.set(i, values{v: true})
		}
	case *ssa.Next:
		for v := range s.get(i.Iter) {
			s.set(i, s.load(v.target().then("{}"), i.Type()))
		}
	case *ssa.Call:
		s.call(i)
	case *ssa.Defer:
		s.call(i)
	case *ssa.Go:
		s.call(i)
	case *ssa.Return:
		for n, r := range i.Results {
			s.changed = s.sum.results[n].addAll(s.get(r)) || s.changed
		}
	}
}

// field is the step to a field of a struct, or of one behind a pointer.
func field(t types.Type, n int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if u, ok := under(t).(*types.Struct); ok {
		return "." + u.Field(n).Name()
	}
	return ".?"
}

// under is the underlying type, of a type parameter that of its first term.
func under(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		if i, ok := p.Constraint().Underlying().(*types.Interface); ok && i.NumEmbeddeds() > 0 {
			if u, ok := i.EmbeddedType(0).(*types.Union); ok && u.Len() > 0 {
				return u.Term(0).Type().Underlying()
			}
			return i.EmbeddedType(0).Underlying()
		}
	}
	return t.Underlying()
}

// index is the value of a constant index, -1 if it is none.
func index(v ssa.Value) int {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		if n, ok := constant.Int64Val(c.Value); ok && n < 1<<16 {
			return int(n)
		}
	}
	return -1
}

// convert is a conversion. One between a slice and a string copies elements.
func (s *state) convert(i ssa.Value, x ssa.Value) {
	from, to := under(x.Type()), under(i.Type())
	_, slice := from.(*types.Slice)
	if b, ok := to.(*types.Basic); ok && slice && b.Info()&types.IsString != 0 {
		for v := range s.get(x) {
			s.effect(v.element(-1), reads, "", s.must)
		}
		return
	}
	if b, ok := from.(*types.Basic); ok && b.Info()&types.IsString != 0 {
		return
	}
	s.set(i, s.get(x))
}

// slice cuts a part out of a slice or array.
func (s *state) slice(i *ssa.Slice) {
	for v := range s.get(i.X) {
		low := 0
		if i.Low != nil {
			low = index(i.Low)
		}
		switch {
		case v.part == behind || v.part == within:
		case low > 0 || low == 0 && i.High != nil:
			v.part = extended
			v.off += low
		case low == 0:
		case isLen(i.Low, i.X):
			v.part, v.off = behind, 0
		default:
			v.part, v.off = within, 0
		}
		s.set(i, values{v: true})
	}
}

// isLen reports whether v is len(x).
func isLen(v, x ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len" && c.Call.Args[0] == x
}

// closure is a function literal with what it captures. When it runs nobody knows: its effects
// count where it is made, as ones that may be.
func (s *state) closure(i *ssa.MakeClosure) {
	f := i.Fn.(*ssa.Function)
	v := s.fresh(i)
	s.set(i, values{v: true})
	bindings := make(map[root]values)
	for n, b := range i.Bindings {
		bindings[root(len(f.Params)+n)] = maps.Clone(s.get(b))
		s.store(v.loc, s.get(b))
	}
	must := s.must
	s.must = false
	s.apply(i, f, bindings)
	s.must = must
}

// leads reports whether values of a type lead to memory.
func leads(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Kind() == types.Uintptr
	case *types.Struct:
		for f := range u.Fields() {
			if leads(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return leads(u.Elem())
	}
	return true
}
