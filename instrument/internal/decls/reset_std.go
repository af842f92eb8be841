package decls

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// State of the standard library. Its packages are not reset; what the
// program changes of them is put back, or cannot be done twice.

// settings saves and restores the settings that the unit changes.
func (u *Unit) settings(mine func(token.Pos) bool) (saves, restores string) {
	done := make(map[std.StdSetting]bool)
	for _, c := range std.Changers {
		for _, s := range c.Settings {
			if done[s] || s.Path == u.ImportPath || !u.mentions(c.Key, mine) {
				continue
			}
			done[s] = true
			old := fmt.Sprintf("gocheckOld%d", len(done))
			text := strings.NewReplacer("PKG", u.importName(s.Path), "OLD", old, "STRING", u.typeText(types.Typ[types.String]))
			saves += "\t" + text.Replace(s.Keep) + "\n"
			restores += "\t\t" + text.Replace(s.Set) + "\n"
		}
	}
	return saves, restores
}

// isSetting reports whether a variable of a standard package is put back by the packages that
// change it: other standard packages have put something into it, too.
func (u *Unit) isSetting(v *types.Var) bool {
	return std.HoldsSetting(u.ImportPath, v.Name()) || std.Verbatim[u.ImportPath+"."+v.Name()]
}

// fieldState saves and restores such fields.
func (u *Unit) fieldState(mine func(token.Pos) bool) (text string) {
	done := make(map[string]bool)
	for _, f := range u.Sharing.ForeignFields {
		if _, pointer := types.Unalias(f.Ptr).(*types.Pointer); !mine(f.Pos) || !pointer || !u.nameable(f.Ptr) {
			continue
		}
		variable := u.importName(f.V.Pkg().Path()) + "." + f.V.Name()
		line := fmt.Sprintf("\tgocheckrt.RegisterField(%s, func(p %s) func() { field := p.%[3]s; return func() { p.%[3]s = field } })\n", variable, u.typeText(f.Ptr), f.Field)
		if !done[line] {
			done[line] = true
			text += line
		}
	}
	return text
}

// mentions reports whether a file that is mine mentions a function or package variable, by key;
// nil: whether any file of the unit does.
func (u *Unit) mentions(key string, mine func(token.Pos) bool) bool {
	if u.State.mentioned == nil {
		u.State.mentioned = make(map[string][]token.Pos)
		for id, o := range u.Pkg.TypesInfo.Uses {
			k := ""
			switch o := o.(type) {
			case *types.Func:
				k = std.Key(o)
			case *types.Var:
				if o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
					continue
				}
				k = o.Pkg().Path() + "." + o.Name()
			default:
				continue
			}
			u.State.mentioned[k] = append(u.State.mentioned[k], id.Pos())
		}
	}
	at := u.State.mentioned[key]
	return len(at) > 0 && (mine == nil || slices.ContainsFunc(at, mine))
}

// usesFlags reports whether one of the files imports package flag.
func (u *Unit) usesFlags(mine func(token.Pos) bool) bool {
	for _, f := range u.Pkg.Syntax {
		for _, imp := range f.Imports {
			if imp.Path.Value == `"flag"` && mine(f.Package) {
				return true
			}
		}
	}
	return false
}

// published reports whether a variable is what package expvar has made: it is
// in expvar's table for good, and has to be set to zero there.
func published(v *types.Var) bool {
	p, ok := v.Type().(*types.Pointer)
	if !ok || v.Name() == "_" {
		return false
	}
	n := typing.NamedOf(p)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "expvar"
}
