package rewrite

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"gocheck.dev/instrument/internal/decls"
	"gocheck.dev/instrument/internal/std"
)

// What a method of an interface is called on is known when it is called. If
// the method has the name and the type of one with an entry point (Lock, or
// Stop() bool), the receiver becomes gocheckrt.Adapt[interface{ Lock() }](x, s):
// that has the entry points as methods where x turns out to be a *sync.Mutex.

// adapted reports whether method f of an interface may turn out to be one with
// an entry point, and which function adapts its receiver.
func (r *fileRewriter) adapted(f *types.Func, at ast.Expr) (string, bool) {
	recv := f.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || f.Pkg() == nil {
		return "", false
	}
	if !r.nameable(std.OnlyTypes(f), at) {
		return "", false
	}
	text := func(t types.Type) string { return r.typeText(t, at) }
	if std.Adaptable[f.Name()+std.Shape(f.Signature())] {
		r.helpers["gocheckmem"] = true // which has most adaptors
		return "gocheckrt.Adapt[" + std.OnlyMethod(f, text) + "]", true
	}
	if t := std.PointedTo(f); t != nil && r.nameable(t, at) {
		r.helpers["gocheckatm"] = true
		return "gocheckatm.AdaptPointer[" + text(t) + ", " + std.OnlyMethod(f, text) + "]", true
	}
	return "", false
}

// adaptedMethod renders x.M, called or not.
func (r *fileRewriter) adaptedMethod(sel *ast.SelectorExpr, selection *types.Selection, f *types.Func) (frag, bool) {
	adapt, ok := r.adapted(f, sel)
	if !ok {
		return nil, false
	}
	o, ok := r.receiver(sel, selection)
	if !ok {
		return nil, false
	}
	return r.cat(sel.Pos(), adapt+"(", r.carried(sel, f, r.load(o, sel.X).f), ", "+r.site(sel.Pos(), sel.X)+").").add(r.orig(sel.Sel.Pos(), sel.End())), true
}

// promotes renders what follows the declaration of a local type, where its name is
// declared again further in, or where the compiler makes methods for it that have entry
// points.
func (r *fileRewriter) promotes(s *ast.DeclStmt) frag {
	f := r.localDecl(s.Decl.(*ast.GenDecl))
	for _, spec := range s.Decl.(*ast.GenDecl).Specs {
		ts, ok := spec.(*ast.TypeSpec)
		if !ok || ts.Name.Name == "_" {
			continue
		}
		o, _ := r.info.Defs[ts.Name].(*types.TypeName)
		if alias := r.besides(o); alias != "" {
			f = r.cat(s.Pos(), f, "; "+strings.TrimSuffix(alias, "; "))
		}
		named, ok := o.Type().(*types.Named)
		if !ok || ts.Assign.IsValid() {
			continue
		}
		if _, tester := decls.EmbedsTester(named); tester || len(decls.EmbeddedMethods(named)) > 0 {
			call := "Promotes[" + ts.Name.Name + "]()"
			if named.TypeParams().Len() > 0 {
				call = "PromotesGeneric(" + strconv.Quote(o.Pkg().Name()+"."+ts.Name.Name) + ")"
			}
			f = r.cat(s.Pos(), f, "; gocheckrt."+call)
		}
	}
	return f
}
