package main

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An entry of the table is a line: the function, then a word for each parameter, the receiver
// first. What the words mean says instrument/internal/std/generated.go.

// nothing is the word of a parameter that leads to nothing that is accessed.
const nothing = "."

// line is the line of a function; empty if it accesses nothing.
func (a *analysis) line(f *ssa.Function, synchronised map[*types.Named]bool, classes map[*types.Named]map[string]string) string {
	s := a.summaries[origin(f)]
	if s == nil {
		return ""
	}
	sig := f.Signature
	var words []string
	any := false
	for i, p := range f.Params {
		w := a.word(s, root(i), p.Type(), sig, synchronised, classes)
		if sig.Variadic() && i == len(f.Params)-1 && w != nothing {
			w = map[bool]string{true: "e", false: nothing}[w == "s"]
		}
		words = append(words, w)
		any = any || w != nothing
	}
	if !any {
		return ""
	}
	return key(f) + " " + strings.Join(words, " ")
}

// word says what a function accesses through a parameter.
func (a *analysis) word(s *summary, r root, t types.Type, sig *types.Signature, synchronised map[*types.Named]bool, classes map[*types.Named]map[string]string) string {
	for result := range sig.Results().Variables() {
		if _, ok := result.Type().Underlying().(*types.Signature); ok {
			return nothing // what is accessed when it is called later is not known here
		}
	}
	switch under(t).(type) {
	case *types.Slice:
		return s.sliceWord(r, sig)
	case *types.Map:
		word := nothing
		for e := range s.effects {
			if e.root == r && e.path == "^{}" && e.kind == writes {
				return "M"
			} else if e.root == r && e.path == "^{}" && e.kind == reads {
				word = "m"
			}
		}
		return word
	case *types.Interface:
		return s.interfaceWord(r)
	case *types.Pointer:
		if n := structBehind(t); n != nil && !synchronised[n.Origin()] {
			return s.structWord(r, n, classes)
		} else if n != nil {
			return nothing
		}
		return s.variableWord(r)
	}
	return nothing
}

// sliceWord is the word of a slice: s or S if elements are read or written, with bounds if these
// are known; t if elements of its elements are read, too; a if it is appended to and returned.
func (s *summary) sliceWord(r root, sig *types.Signature) string {
	var read, written, nested, behindEnd, grown, whole bool
	low, high := 1<<30, 0
	for e := range s.effects {
		if e.root != r {
			continue
		}
		list := steps(e.path)
		if len(list) < 2 || list[0] != "^" || list[1][0] != '[' && list[1] != "…" {
			continue
		}
		inner := len(list) > 2 && list[2] == "^"
		switch {
		case e.kind == grows:
			grown = true
			continue
		case e.kind != reads && e.kind != writes:
			continue
		case inner:
			nested = nested || e.kind == reads
			continue
		case list[1] == "[+]":
			behindEnd = behindEnd || e.kind == writes
			continue
		}
		read, written = read || e.kind == reads, written || e.kind == writes
		n, err := strconv.Atoi(strings.Trim(list[1], "[]"))
		if err != nil || !s.effects[e] { // which elements, the data say
			whole = true
			continue
		}
		low, high = min(low, n), max(high, n+1)
	}
	bounds := ""
	if !whole && high > 0 {
		bounds = fmt.Sprintf("%d:%d", low, high)
	}
	switch {
	case (behindEnd || grown) && !written && s.returnsMore(r):
		return "a"
	case written:
		return "S" + bounds
	case nested:
		return "t"
	case read:
		return "s" + bounds
	}
	return nothing
}

// returnsMore reports whether the first result is the parameter, with elements behind its end.
func (s *summary) returnsMore(r root) bool {
	if len(s.results) == 0 {
		return false
	}
	for v := range s.results[0] {
		if v.root == r && v.path == "" && (v.part == extended || v.part == same) {
			return true
		}
	}
	return false
}

// consuming are methods of readers, producing those of writers and others that change.
var (
	consuming = words("Read ReadByte ReadRune UnreadRune UnreadByte ReadAt")
	producing = words("Write WriteString WriteByte WriteRune WriteTo ReadFrom Seek Reset Sum")
)

// interfaceWord is the word of an interface: what its methods are called for.
func (s *summary) interfaceWord(r root) string {
	word := nothing
	for e := range s.effects {
		if e.root != r || e.kind != invokes || e.path != "" {
			continue
		}
		if producing[e.name] {
			return "w"
		}
		if consuming[e.name] {
			word = "R"
		}
	}
	return word
}

// variableWord is the word of a pointer to a variable that is no struct of the library.
func (s *summary) variableWord(r root) string {
	word := nothing
	for e, must := range s.effects {
		if e.root != r || !must {
			continue
		}
		if list := steps(e.path); len(list) == 0 || slices.Contains(list[1:], "^") {
			continue
		}
		switch e.kind {
		case writes:
			return "v"
		case reads:
			word = "V"
		}
	}
	return word
}

// structWord is the word of a pointer to a struct of the library: which of its fields are read (r),
// written (w) or written depending on data (~). Fields that are not exported count with what they
// lead to.
func (s *summary) structWord(r root, n *types.Named, classes map[*types.Named]map[string]string) string {
	modes := s.fields(r, n)
	of := classes[n.Origin()]
	merged := make(map[string]byte)
	for field, m := range modes {
		first, _, _ := strings.Cut(cmp.Or(of[field], field), "+")
		if merged[first] = stronger(merged[first], m); m == '~' {
			merged[cmp.Or(of[field], field)] = m
		}
	}
	word := ""
	for _, field := range slices.Sorted(maps.Keys(merged)) {
		if first, _, ok := strings.Cut(field, "+"); merged[field] == '~' && !ok && merged[cmp.Or(of[first], first)] == '~' && of[first] != "" && of[first] != first {
			continue // it is said with the others of its class
		}
		word += "," + string(merged[field]) + field
	}
	if word == "" {
		return nothing
	}
	return "*" + word[1:]
}

// stronger is the mode that says more.
func stronger(a, b byte) byte {
	if strings.IndexByte("r~w", a) > strings.IndexByte("r~w", b) {
		return a
	}
	return b
}

// fields says how fields of the struct behind a pointer are accessed.
func (s *summary) fields(r root, n *types.Named) map[string]byte {
	u := n.Underlying().(*types.Struct)
	exported := make(map[string]bool)
	for f := range u.Fields() {
		exported[f.Name()] = f.Exported()
	}
	modes := make(map[string]byte)
	for e, must := range s.effects {
		if e.root != r || e.kind != reads && e.kind != writes {
			continue
		}
		list := steps(e.path)
		if len(list) == 0 || list[0] != "^" {
			continue
		}
		if len(list) == 1 { // all of it
			for f := range u.Fields() {
				modes[f.Name()] = stronger(modes[f.Name()], mode(e.kind, must))
			}
			continue
		}
		name := strings.TrimPrefix(list[1], ".")
		deep := slices.Contains(list[2:], "^") || strings.HasSuffix(e.path, "…")
		if _, ok := exported[name]; !ok || exported[name] && deep {
			continue
		}
		if deep && !must {
			modes[name] = stronger(modes[name], 'r')
			continue
		}
		modes[name] = stronger(modes[name], mode(e.kind, must))
	}
	return modes
}

// classes puts fields together, of each struct, which are not exported and written by the same
// functions: they need not be told apart. Each field has the names of its class, the first one
// standing for all.
func (a *analysis) classes(functions []*ssa.Function) map[*types.Named]map[string]string {
	written := make(map[*types.Named]map[string]string) // by field: who writes it
	for _, f := range functions {
		s := a.summaries[origin(f)]
		if s == nil {
			continue
		}
		for i, p := range f.Params {
			n := structBehind(p.Type())
			if n == nil {
				continue
			}
			if written[n.Origin()] == nil {
				written[n.Origin()] = make(map[string]string)
			}
			for field, m := range s.fields(root(i), n) {
				if m != 'r' {
					written[n.Origin()][field] += fmt.Sprintf("%s %d %c\n", key(f), i, m)
				}
			}
		}
	}
	all := make(map[*types.Named]map[string]string)
	for n, by := range written {
		u := n.Underlying().(*types.Struct)
		members := make(map[string][]string)
		for f := range u.Fields() {
			if !f.Exported() {
				members[by[f.Name()]] = append(members[by[f.Name()]], f.Name())
			}
		}
		all[n] = make(map[string]string)
		for _, names := range members {
			for _, name := range names {
				all[n][name] = strings.Join(names, "+")
			}
		}
	}
	return all
}

// structBehind is the struct of the library that a pointer of type t leads to.
func structBehind(t types.Type) *types.Named {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || !standard(n) {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return nil
	}
	return n
}

func mode(k kind, must bool) byte {
	switch {
	case k == reads:
		return 'r'
	case must:
		return 'w'
	}
	return '~'
}

// key is a function as instrument's tables name it.
func key(f *ssa.Function) string {
	path := f.Pkg.Pkg.Path()
	if recv := f.Signature.Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		return path + "." + t.(*types.Named).Obj().Name() + "." + f.Name()
	}
	return path + "." + f.Name()
}

// standard reports whether a type is declared in the standard library.
func standard(n *types.Named) bool {
	return n.Obj().Pkg() != nil && !strings.Contains(strings.Split(n.Obj().Pkg().Path(), "/")[0], ".")
}

func words(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
