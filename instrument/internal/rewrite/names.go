package rewrite

import (
	"go/ast"
	"go/types"
	"strconv"

	"gocheck.dev/instrument/internal/naming"
)

// namer is that of a place in the file. What is only asked for a name imports nothing.
func (r *fileRewriter) namer(at ast.Node, asked bool) *naming.Namer {
	return &naming.Namer{
		Pkg: r.unit.Pkg.Types, At: at.Pos(),
		Imports: func(path string) string {
			if asked {
				return "_"
			}
			if r.imports[path] == "" {
				r.imports[path] = "gocheckp" + strconv.Itoa(len(r.imports))
			}
			return r.imports[path]
		},
		Basic: func(name string) string {
			if asked {
				return "_"
			}
			return r.helper(naming.Predeclared(name))
		},
		Alias: func(o *types.TypeName) string {
			if name := r.aliases[o]; name != "" {
				return name
			}
			return r.unit.Alias(o, asked)
		},
	}
}

// nameable reports whether a type has a name at a place.
func (r *fileRewriter) nameable(t types.Type, at ast.Node) bool {
	_, ok := r.namer(at, true).Text(types.Default(t))
	return ok
}

// typeText is the text of a type at a place where it is nameable.
func (r *fileRewriter) typeText(t types.Type, at ast.Node) string {
	text, _ := r.namer(at, false).Text(types.Default(t))
	return text
}

// tuple is the text of a list of results.
func (r *fileRewriter) tuple(t *types.Tuple, at ast.Node) string {
	text, _ := r.namer(at, false).Tuple(t)
	return text
}

// visible reports whether the name of o means o at a place.
func (r *fileRewriter) visible(o types.Object, at ast.Node) bool {
	return (&naming.Namer{Pkg: r.unit.Pkg.Types, At: at.Pos()}).Means(o)
}

// besides is an alias for a type that is declared in a function, or a type parameter of
// one, if its name is declared again where it could be meant: to stand behind the declaration.
// A generic type has none, since that would need type parameters (Namer).
func (r *fileRewriter) besides(o *types.TypeName) string {
	if o == nil || o.Name() == "_" || o.Parent() == nil || !declaredWithin(o.Parent(), o.Name()) {
		return ""
	}
	if t, ok := o.Type().(interface{ TypeParams() *types.TypeParamList }); ok && t.TypeParams().Len() > 0 {
		return ""
	}
	if r.aliases == nil {
		r.aliases = make(map[*types.TypeName]string)
	}
	r.aliases[o] = r.fresh()
	return "type " + r.aliases[o] + " = " + o.Name() + "; "
}

// typeParams is the same for the type parameters of a function: to stand before its body.
func (r *fileRewriter) typeParams(d *ast.FuncDecl) (text string) {
	sig := r.info.Defs[d.Name].(*types.Func).Signature()
	for _, list := range []*types.TypeParamList{sig.RecvTypeParams(), sig.TypeParams()} {
		for p := range list.TypeParams() {
			text += r.besides(p.Obj())
		}
	}
	return text
}

// declaredWithin reports whether a scope within another one has a name.
func declaredWithin(s *types.Scope, name string) bool {
	for c := range s.Children() {
		if c.Lookup(name) != nil || declaredWithin(c, name) {
			return true
		}
	}
	return false
}
