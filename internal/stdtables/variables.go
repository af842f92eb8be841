package main

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A reading is which exported variables of the standard library a call of a function reads if it
// returns, whatever it is given: programs may set them. (Errors are variables, too. Nobody sets
// them.)
type reading map[*ssa.Function]map[*ssa.Global]bool

// read finds it for functions and for what they call.
func read(functions []*ssa.Function) reading {
	r := make(reading)
	for _, f := range functions {
		r.visit(f)
	}
	return r
}

func (r reading) visit(f *ssa.Function) map[*ssa.Global]bool {
	f = origin(f)
	if found, ok := r[f]; ok { // perhaps of an f that is being visited: recursion
		return found
	}
	r[f] = nil
	after := make(map[*ssa.BasicBlock]map[*ssa.Global]bool) // what each block has behind it
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			found, known := common(b.Preds, after)
			if !known && b.Index > 0 {
				continue
			}
			for _, instr := range b.Instrs {
				maps.Copy(found, r.by(instr))
			}
			if old, ok := after[b]; !ok || len(old) != len(found) { // they only shrink
				after[b], changed = found, true
			}
		}
	}
	r[f], _ = common(slices.DeleteFunc(slices.Clone(f.Blocks), func(b *ssa.BasicBlock) bool {
		_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return !ok || b == f.Recover
	}), after)
	return r[f]
}

// common is what all blocks of which it is known have behind them; false: it is known of none.
func common(blocks []*ssa.BasicBlock, after map[*ssa.BasicBlock]map[*ssa.Global]bool) (all map[*ssa.Global]bool, known bool) {
	all = make(map[*ssa.Global]bool)
	for _, b := range blocks {
		has, ok := after[b]
		if ok && !known {
			maps.Copy(all, has)
		} else if ok {
			maps.DeleteFunc(all, func(g *ssa.Global, _ bool) bool { return !has[g] })
		}
		known = known || ok
	}
	return all, known
}

// by is what an instruction reads.
func (r reading) by(instr ssa.Instruction) map[*ssa.Global]bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if g, ok := i.X.(*ssa.Global); ok && i.Op == token.MUL && settable(g) {
			return map[*ssa.Global]bool{g: true}
		}
	case *ssa.Call:
		if f := i.Call.StaticCallee(); f != nil {
			return r.visit(f)
		}
	}
	return nil
}

// settable reports whether a variable is one that programs can set, and might.
func settable(g *ssa.Global) bool {
	v, ok := g.Object().(*types.Var)
	return ok && v.Exported() && importable(v.Pkg().Path()) && !types.Identical(v.Type(), types.Universe.Lookup("error").Type())
}

func importable(path string) bool {
	return !strings.Contains("/"+path+"/", "/internal/") && !strings.HasPrefix(path, "vendor/")
}

// table has a line for each of the functions that reads some.
func (r reading) table(functions []*ssa.Function) []byte {
	var b []byte
	for _, f := range functions {
		var names []string
		for g := range r[origin(f)] {
			names = append(names, g.Pkg.Pkg.Path()+"."+g.Name())
		}
		if slices.Sort(names); len(names) > 0 {
			b = fmt.Appendf(b, "%s %s\n", key(f), strings.Join(names, " "))
		}
	}
	return b
}
