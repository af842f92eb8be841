package decls

import (
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/naming"
)

// Alias is the name that a type of the package has in the generated files, beside its own.
func (u *Unit) Alias(o *types.TypeName, asked bool) string {
	if o.Parent() != u.Pkg.Types.Scope() {
		return ""
	}
	if named, ok := o.Type().(*types.Named); ok && named.TypeParams().Len() > 0 {
		return ""
	}
	if !asked {
		if u.aliased == nil {
			u.aliased = make(map[*types.TypeName]bool)
		}
		u.aliased[o] = true
	}
	return "gocheckType_" + o.Name()
}

// aliases declares those that are used, of the unit's files that are tests or of the others.
func (u *Unit) aliasText(test bool) string {
	text := ""
	scope := u.Pkg.Types.Scope()
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok && u.aliased[o] && strings.HasSuffix(u.Pkg.Fset.File(o.Pos()).Name(), "_test.go") == test {
			text += "type gocheckType_" + name + " = " + name + "\n"
		}
	}
	return text
}

// namer is that of the generated files.
func (u *Unit) namer(asked bool) *naming.Namer {
	return &naming.Namer{
		Pkg: u.Pkg.Types,
		Imports: func(path string) string {
			if asked {
				return "_"
			}
			return u.importName(path)
		},
		Basic: func(name string) string { return "gocheckmem." + naming.Predeclared(name) },
		Alias: func(*types.TypeName) string { return "" },
	}
}

// nameable reports whether a type has a name in the generated files.
func (u *Unit) nameable(t types.Type) bool {
	_, ok := u.namer(true).Text(t)
	return ok
}

// typeText is its text there.
func (u *Unit) typeText(t types.Type) string {
	text, _ := u.namer(false).Text(t)
	return text
}
