package access

import (
	"reflect"
	"slices"

	rt "gocheck.dev/runtime"
)

// What templates read of their data: fields, and entries of maps, that they name; all that slices
// and other maps have. The packages of templates are not imported: their trees are gone through by
// reflection.

// Executes announces what a template, of text/template or html/template, reads of data. The methods
// of the program that it calls are rewritten code.
func Executes[T any](t T, s rt.Site, data any) T {
	v := reflect.ValueOf(t)
	if rt.Quiet() || v.Kind() != reflect.Pointer || v.IsNil() {
		return t
	}
	if tree := v.Elem().FieldByName("Tree"); tree.IsValid() {
		rt.TouchValue(address(tree), tree.Type(), s, false)
	}
	if data == nil {
		return t
	}
	names := make(map[string]part)
	trees, dot := treesOf(v.Elem()), reflect.ValueOf(data)
	for dot.Kind() == reflect.Pointer || dot.Kind() == reflect.Interface {
		dot = dot.Elem()
	}
	if len(trees) > 1 {
		dot = reflect.Value{} // the first one need not be the one that gets it
	}
	for _, tree := range trees {
		fieldNames(tree, names, dot)
	}
	m := &manner{exported: true, pointers: true, only: names}
	m.reads(data, s)
	return t
}

// treesOf lists the syntax trees of a template and of those that it can call.
func treesOf(t reflect.Value) (trees []reflect.Value) {
	if text := t.FieldByName("text"); text.IsValid() && text.Kind() == reflect.Pointer && !text.IsNil() { // of html/template
		t = text.Elem()
	}
	add := func(t reflect.Value) {
		if tree := t.FieldByName("Tree"); tree.IsValid() && !tree.IsNil() {
			root := tree.Elem().FieldByName("Root")
			if !slices.ContainsFunc(trees, func(r reflect.Value) bool { return r.Pointer() == root.Pointer() }) {
				trees = append(trees, root)
			}
		}
	}
	add(t)
	common := t.FieldByName("common")
	if !common.IsValid() || common.IsNil() {
		return trees
	}
	for it := common.Elem().FieldByName("tmpl").MapRange(); it.Next(); {
		if v := it.Value(); !v.IsNil() {
			add(v.Elem())
		}
	}
	return trees
}

// A part is how much of a field a template reads.
type part struct {
	all bool  // everything; else the field itself
	at  []int // and these elements of it
}

// fieldNames collects the names of fields in a part of a syntax tree. dot is what the data are
// there, if that is known: then the branches that are not taken have none.
func fieldNames(v reflect.Value, names map[string]part, dot reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			fieldNames(v.Elem(), names, dot)
		}
	case reflect.Slice:
		for i := range v.Len() {
			fieldNames(v.Index(i), names, dot)
		}
	case reflect.Struct:
		looked, at := looksOnlyAt(v)
		if looked != "" {
			names[looked] = part{names[looked].all, append(names[looked].at, at...)}
		}
		if name := v.Type().Name(); name == "RangeNode" || name == "WithNode" {
			dot = reflect.Value{}
		}
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case f.Name == "tr" || f.Name == "NodeType": // the tree again
			case looked != "" && f.Name == "Args":
			case looked != "" && f.Name == "BranchNode":
				is, known := holds(dot, looked)
				if is || !known {
					fieldNames(v.FieldByName("List"), names, dot)
				}
				if !is || !known {
					fieldNames(v.FieldByName("ElseList"), names, dot)
				}
			case f.Type == reflect.TypeFor[[]string](): // Ident, Field
				for j := range v.Field(i).Len() {
					names[v.Field(i).Index(j).String()] = part{all: true}
				}
			default:
				fieldNames(v.Field(i), names, dot)
			}
		}
	}
}

// holds reports whether a field of the data is true for a template; known: that can be told.
func holds(dot reflect.Value, name string) (is, known bool) {
	if dot.Kind() != reflect.Struct {
		return false, false
	}
	f := dot.FieldByName(name)
	switch f.Kind() {
	case reflect.Invalid, reflect.Struct, reflect.Interface, reflect.Func: // a method, or rarer
		return false, false
	case reflect.Slice, reflect.Map, reflect.String:
		return f.Len() > 0, true
	}
	return !f.IsZero(), true
}

// looksOnlyAt is the field that a node of a syntax tree looks at without what is in it, or at
// some elements: {{len .F}}, {{index .F 1}}, {{if .F}}; "": the node does something else.
func looksOnlyAt(node reflect.Value) (field string, at []int) {
	switch node.Type().Name() {
	case "IfNode":
		pipe := node.FieldByName("Pipe").Elem()
		if cmds := pipe.FieldByName("Cmds"); pipe.FieldByName("Decl").Len() == 0 && cmds.Len() == 1 {
			if args := cmds.Index(0).Elem().FieldByName("Args"); args.Len() == 1 {
				return fieldIn(args.Index(0)), nil
			}
		}
	case "CommandNode":
		args := node.FieldByName("Args")
		if args.Len() < 2 || nodeName(args.Index(0)) != "IdentifierNode" {
			return "", nil
		}
		switch function := args.Index(0).Elem().Elem().FieldByName("Ident").String(); {
		case function == "len" && args.Len() == 2:
			return fieldIn(args.Index(1)), nil
		case function == "slice" && args.Len() == 4 && nodeName(args.Index(2)) == "NumberNode" && nodeName(args.Index(3)) == "NumberNode":
			number := func(i int) int { return int(args.Index(i).Elem().Elem().FieldByName("Int64").Int()) }
			for i := number(2); i < min(number(3), number(2)+manyElements); i++ {
				at = append(at, i)
			}
			return fieldIn(args.Index(1)), at
		case function == "index" && args.Len() == 3 && nodeName(args.Index(2)) == "NumberNode":
			return fieldIn(args.Index(1)), []int{int(args.Index(2).Elem().Elem().FieldByName("Int64").Int())}
		}
	}
	return "", nil
}

// manyElements are more than a template asks for by numbers.
const manyElements = 1 << 10

// nodeName is the type of a node in an interface.
func nodeName(node reflect.Value) string { return node.Elem().Type().Elem().Name() }

// fieldIn is the field of the dot that a node is; "": it is something else.
func fieldIn(node reflect.Value) string {
	if nodeName(node) == "FieldNode" {
		if ident := node.Elem().Elem().FieldByName("Ident"); ident.Len() == 1 {
			return ident.Index(0).String()
		}
	}
	return ""
}
