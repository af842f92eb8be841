package explore_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// rooms are the parts of this package, lower ones first, by the beginnings of their files' names.
// What is declared in a room uses its own room and those of lower floors; a type's methods are in
// the room of the type. So each can be read with what is below it alone.
var rooms = []struct {
	floor       int
	name, files string
}{
	{0, "hall", "doc"},
	{1, "bits", "bits keys growing"},
	{1, "race", "race order"},
	{2, "trace", "trace enabled dependence prefix serial realise linearize stepnames procstep alternatives counter outcomes"},
	{3, "engine", "driver fold estimate explore replay repeat part"},
	{4, "reversal", "reverse saturate sequencer quiescent"},
	{4, "store", "store chains versions steps"},
	{5, "closure", "closure parts_closure question debts owners letters pending split stretch"},
	{5, "revisit", "revisit ranks"},
	{5, "sample", "sample random pct pos"},
	{5, "dfs", "dfs bounded deviations"},
	{6, "event", "event"},
	{6, "em", "em"},
	{6, "source", "source optimal depthfirst wakeup"},
	{6, "dpor", "dpor"},
	{7, "r4", "r4"},
	{8, "explore", "auto algorithms parts"},
	{9, "explain", "minimise contrast near changes witness guided demand close"},
}

// roomOf is the index of the room with the longest beginning of the file's name; -1: there is none.
func roomOf(file string) int {
	stem := strings.TrimSuffix(filepath.Base(file), ".go")
	room, most := -1, 0
	for i, r := range rooms {
		for begin := range strings.FieldsSeq(r.files) {
			if (stem == begin || strings.HasPrefix(stem, begin+"_")) && len(begin) > most {
				room, most = i, len(begin)
			}
		}
	}
	return room
}

func TestRooms(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, ".")
	if err != nil {
		t.Fatal(err)
	}
	p := loaded[0]
	if len(p.Errors) > 0 {
		t.Fatal(p.Errors)
	}
	fileOf := func(o types.Object) string { return p.Fset.Position(o.Pos()).Filename }
	lines := make([]int, len(rooms))
	wrong := map[string]bool{}
	for _, f := range p.Syntax {
		file := p.Fset.Position(f.Pos()).Filename
		here := roomOf(file)
		if here < 0 {
			t.Errorf("%s is in no room", filepath.Base(file))
			continue
		}
		lines[here] += p.Fset.File(f.Pos()).LineCount()
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if fn, ok := p.TypesInfo.Defs[id].(*types.Func); ok && fn.Signature().Recv() != nil {
				if of := receiverOf(fn); of != nil && roomOf(fileOf(of)) != here {
					wrong[fmt.Sprintf("%s: a method of %s, which is of room %s", filepath.Base(file), of.Name(), rooms[roomOf(fileOf(of))].name)] = true
				}
			}
			o := p.TypesInfo.Uses[id]
			if o == nil || o.Pkg() != p.Types || !reaches(o, p.Types) {
				return true
			}
			if there := roomOf(fileOf(o)); there >= 0 && there != here && rooms[there].floor >= rooms[here].floor {
				wrong[fmt.Sprintf("%s: %s is of room %s (%s)", filepath.Base(file), o.Name(), rooms[there].name, filepath.Base(fileOf(o)))] = true
			}
			return true
		})
	}
	for _, w := range slices.Sorted(maps.Keys(wrong)) {
		t.Error(w)
	}
	for i, r := range rooms {
		if lines[i] == 0 {
			t.Errorf("room %s has no files", r.name)
		}
		t.Logf("%d %-10s %5d lines", r.floor, r.name, lines[i])
	}
}

// receiverOf is the type that a method is of; nil: an interface without a name.
func receiverOf(fn *types.Func) *types.TypeName {
	typ := fn.Signature().Recv().Type()
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem()
	}
	if n, ok := typ.(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

// reaches says whether an object is one that another file can use: of the package, a field or a
// method.
func reaches(o types.Object, p *types.Package) bool {
	switch o := o.(type) {
	case *types.Var:
		if o.IsField() {
			return true
		}
	case *types.Func:
		if o.Signature().Recv() != nil {
			return true
		}
	}
	return o.Parent() == p.Scope()
}
