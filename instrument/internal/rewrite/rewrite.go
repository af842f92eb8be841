package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gocheck.dev/instrument/internal/decls"
	"gocheck.dev/instrument/internal/directives"
	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/instrument/internal/sharing"
	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
	"gocheck.dev/instrument/internal/unseen"
)

// Unit makes of a unit what gocheck runs: docs/design/instrument.md, "Rewriting".
// What it makes depends on the unit and on the types of its dependencies only.
func Unit(u *load.Unit) (*load.Rewritten, error) {
	return rewriteShared(u, sharing.Of(u))
}

// rewriteShared is Unit, given what is shared.
func rewriteShared(u *load.Unit, s *sharing.Analysis) (*load.Rewritten, error) {
	ur := decls.New(u, s)
	linked, recovering := std.Linked(u.Pkg.Syntax), typing.RecoveringMethods(u.Pkg.Syntax, u.Pkg.TypesInfo)
	for _, f := range u.Pkg.Syntax {
		if err := rewriteFile(ur, f, linked, recovering); err != nil {
			return nil, fmt.Errorf("rewriting %s: %w", u.ImportPath, err)
		}
	}
	ur.ExtraFiles()
	sort.SliceStable(ur.Out.Unsupported, func(i, j int) bool {
		a, b := ur.Out.Unsupported[i].Pos, ur.Out.Unsupported[j].Pos
		return a.Filename < b.Filename || a.Filename == b.Filename && a.Line < b.Line
	})
	return ur.Out, nil
}

// A fileRewriter is the state of one file's rewriting.
type fileRewriter struct {
	unit           *decls.Unit
	fset           *token.FileSet
	tok            *token.File
	src            []byte
	info           *types.Info
	sharing        *sharing.Analysis
	linked         map[string]string // see std.Linked
	recovering     map[string]bool   // see typing.RecoveringMethods
	perIteration   bool              // loop variables are new in each iteration (go 1.22)
	lineDirectives bool              // the file has line directives of its own
	unseen.Notes                     // to whose marks those of other sites come
	jumps
	mentions

	fn        string               // the enclosing function, as runtime.FuncForPC names it
	exit      *results             // its named results, if some are shared
	results   []types.Type         // the types of its results
	loops     []*forLoop           // those around, in this function
	waiting   map[token.Pos]string // loops that wait, and what the runtime knows them by
	literals  map[string]int       // function literals met so far, by enclosing function
	temps     int
	raise     bool                // the file needs a build constraint for its language version
	deferred  *ast.CallExpr       // the call of a defer statement: its function runs later
	unused    *ast.CallExpr       // a call whose result is dropped
	calledNow *ast.CallExpr       // a call that is neither deferred nor a go statement's, while its function is rendered
	settled   ast.Expr            // a called function of the standard library that accesses nothing shared
	hoisted   map[ast.Expr]string // what has been evaluated before its statement: the variables that have it
	shallow   ast.Expr            // what is rendered without its operands, while a statement is planned
	heads     map[ast.Node]bool   // receives that rounds of event loops begin with
}

// jumps are the labels of a file.
type jumps struct {
	gotos      map[types.Object]bool     // that a goto names
	branches   map[types.Object]bool     // that a break or continue names
	labels     map[ast.Stmt]types.Object // of statements that have one
	relabelled map[types.Object]string   // whose loop has another label now
	leaving    map[ast.Stmt]string       // what leaves a loop that waits: its handle
}

// mentions are the packages and types that the rewritten file names, or no longer names.
type mentions struct {
	helpers map[string]bool            // the packages of entry points that it uses, besides gocheckrt
	lost    map[string]bool            // packages that lost a reference
	imports map[string]string          // packages imported for the types of generated code: path → name
	aliases map[*types.TypeName]string // other names of types that are declared in functions
}

// rewriteFile rewrites one file and keeps the result if anything has changed.
func rewriteFile(u *decls.Unit, f *ast.File, linked map[string]string, recovering map[string]bool) error {
	tok := u.Pkg.Fset.File(f.FileStart)
	name := tok.Name()
	src, err := load.ReadSource(u.Pkg.PkgPath, name)
	if err != nil {
		return err
	}
	if len(src) != tok.Size() {
		return fmt.Errorf("%s has changed since it was loaded", name)
	}
	goVersion := u.Pkg.TypesInfo.FileVersions[f]
	r := &fileRewriter{
		unit: u, fset: u.Pkg.Fset, tok: tok, src: src, info: u.Pkg.TypesInfo, sharing: u.Sharing, linked: linked, recovering: recovering,
		perIteration:   sharing.PerIteration(u.Pkg.TypesInfo, f),
		lineDirectives: hasLineDirectives(f),
		literals:       make(map[string]int),
		mentions:       mentions{helpers: make(map[string]bool), lost: make(map[string]bool), imports: make(map[string]string)},
	}
	if !u.Rewritable(name) { // cgo's: left plain, but what it cannot do is said
		sites := len(u.Sites)
		for _, d := range f.Decls {
			if r.topDecl(d).changed() {
				u.Out.Unsupported = append(u.Out.Unsupported, load.Diagnostic{Pos: u.Pkg.Fset.Position(d.Pos()), Message: "a file that uses cgo is not rewritten: its operations are outside of gocheck's control"})
				break
			}
		}
		u.Sites = u.Sites[:sites]
		return nil
	}
	r.findLabels(f)
	r.heads, _ = directives.EventLoops(u.Pkg.Fset, r.info, f)
	r.Notes = unseen.Find(f, r.info, r.sharing.Variable, func(n ast.Node) string { return r.text(n) })
	subs := make([]sub, len(f.Decls))
	for i, d := range f.Decls {
		subs[i] = sub{d, r.topDecl(d)}
	}
	body := r.spliceRange(f.Name.End(), f.FileEnd, subs...)
	resets := r.resetFuncs()
	if !body.changed() && resets == nil {
		return nil
	}
	u.Out.Files[name] = r.emit(r.header(f, goVersion).add(body), resets, r.footer(f))
	return nil
}

// header is the file up to the package clause, with what generated code needs:
// our import, and for old modules a language version with generics in which
// interfaces are comparable (maps with keys of any). Such a build constraint
// raises the version of its file only (to go 1.21 or later), and loop variables
// change their meaning later than that.
func (r *fileRewriter) header(f *ast.File, goVersion string) frag {
	head := r.orig(f.FileStart, f.Name.End())
	if goVersion != "" && version.Compare(goVersion, "go1.21") < 0 {
		head = nil
		from, found := f.FileStart, false
		for _, g := range f.Comments {
			for _, c := range g.List {
				if c.Pos() < f.Package && strings.HasPrefix(c.Text, "//go:build ") && !found {
					found = true
					head = head.add(r.orig(from, c.Pos()))
					head = r.cat(c.Pos(), head, "//go:build ("+strings.TrimSpace(strings.TrimPrefix(c.Text, "//go:build "))+") && go1.21")
					from = c.End()
				}
			}
		}
		if !found {
			r.raise = true
		}
		head = head.add(r.orig(from, f.Name.End()))
	}
	text := "; import gocheckrt \"" + std.RuntimePath + "\""
	for _, name := range slices.Sorted(maps.Keys(r.helpers)) {
		text += "; import " + name + " \"" + std.Helpers[name].Path + "\""
	}
	for _, path := range slices.Sorted(maps.Keys(r.imports)) {
		text += "; import " + r.imports[path] + " " + strconv.Quote(path)
	}
	return r.cat(f.Name.Pos(), head, text)
}

// footer refers to imports that may have lost their last reference, and to
// our own import.
func (r *fileRewriter) footer(f *ast.File) string {
	text := "var " + std.Helpers["gocheckrt"].Ref
	for _, name := range slices.Sorted(maps.Keys(r.helpers)) { // what used it may have been rendered in vain
		text += "; var " + std.Helpers[name].Ref
	}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !r.lost[path] {
			continue
		}
		name := filepath.Base(path) + "."
		if spec.Name != nil {
			name = spec.Name.Name + "."
			if name == ".." {
				name = ""
			}
		} else if p := r.unit.Pkg.Imports[path]; p != nil && p.Name != "" {
			name = p.Name + "."
		}
		if decl := std.KeepsImport[path]; decl != "" && name != "_." {
			text += "; var " + fmt.Sprintf(decl, name)
		}
	}
	return text
}

// topDecl renders a declaration of the file.
func (r *fileRewriter) topDecl(d ast.Decl) frag {
	switch d := d.(type) {
	case *ast.GenDecl:
		if r.staysVerbatim(d) {
			return r.verbatim(d)
		}
		r.fn = r.unit.Pkg.Name + ".init"
		return r.decl(d)
	case *ast.FuncDecl:
		if f, _ := r.info.Defs[d.Name].(*types.Func); d.Body == nil || f != nil && std.Verbatim[std.Key(f)] {
			return r.verbatim(d)
		}
		r.fn = r.unit.Pkg.Name + "." + d.Name.Name
		if d.Recv != nil && len(d.Recv.List) > 0 {
			r.fn = r.unit.Pkg.Name + "." + r.receiverText(d.Recv.List[0].Type) + "." + d.Name.Name
		}
		if d.Recv == nil && d.Name.Name == "init" {
			return r.initFunc(d)
		}
		if d.Recv == nil && d.Name.Name == "TestMain" && r.unit.HasTestMain && r.unit.TestFor != "" {
			return r.splice(d, sub{d.Name, r.cat(d.Name.Pos(), decls.UserTestMain)}, sub{d.Body, r.stmt(d.Body)})
		}
		aliases := r.typeParams(d)
		body := r.lent(d, r.funcBody(d.Type, d.Body))
		if aliases != "" {
			body = r.cat(d.Body.Pos(), "{ "+aliases, body, " }")
		}
		return r.around(d, d.Body, body)
	}
	return r.verbatim(d)
}

// staysVerbatim reports whether a declaration is one of a variable that is left as it is.
func (r *fileRewriter) staysVerbatim(d *ast.GenDecl) bool {
	for _, s := range d.Specs {
		if v, ok := s.(*ast.ValueSpec); ok && std.Verbatim[r.unit.ImportPath+"."+v.Names[0].Name] {
			return true
		}
	}
	return false
}

// lent puts before the body of a reader's or writer's Read or Write that what plain code lends
// it is memory of the execution's.
func (r *fileRewriter) lent(d *ast.FuncDecl, body frag) frag {
	if d.Recv == nil {
		return body
	}
	sig := r.info.Defs[d.Name].(*types.Func).Signature()
	helper := std.LendingHelper(d.Name.Name, sig)
	if helper == "" {
		return body
	}
	p := sig.Params().At(0).Name()
	if p == "" || p == "_" {
		return body
	}
	return r.cat(d.Body.Pos(), "{ "+std.Lending(helper, r.helper(helper), p), body, " }")
}

func (r *fileRewriter) receiverText(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return "(*" + r.receiverText(t.X) + ")"
	case *ast.ParenExpr:
		return r.receiverText(t.X)
	case *ast.IndexExpr:
		return r.receiverText(t.X)
	case *ast.IndexListExpr:
		return r.receiverText(t.X)
	case *ast.Ident:
		return t.Name
	}
	return r.text(t)
}

func (r *fileRewriter) findLabels(f *ast.File) {
	r.jumps = jumps{make(map[types.Object]bool), make(map[types.Object]bool), make(map[ast.Stmt]types.Object), make(map[types.Object]string), make(map[ast.Stmt]string)}
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok {
			r.labels[l.Stmt] = r.info.Defs[l.Label]
		}
		if b, ok := n.(*ast.BranchStmt); ok && b.Label != nil {
			if b.Tok == token.GOTO {
				r.gotos[r.info.Uses[b.Label]] = true
			} else {
				r.branches[r.info.Uses[b.Label]] = true
			}
		}
		return true
	})
}

// fresh makes a name that no source has.
func (r *fileRewriter) fresh() string {
	r.temps++
	return "gocheck" + strconv.Itoa(r.temps)
}

func (r *fileRewriter) freshes(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = r.fresh()
	}
	return names
}

// helper names a function of package access.
func (r *fileRewriter) helper(name string) string {
	r.helpers["gocheckmem"] = true
	return "gocheckmem." + name
}

// entry names an entry point.
func (r *fileRewriter) entry(e std.Entry) string {
	if e.In != "gocheckrt" {
		r.helpers[e.In] = true
	}
	return e.In + "." + e.Name
}

func (r *fileRewriter) lostReference(p *types.Package) { r.lost[p.Path()] = true }

func (r *fileRewriter) diagnose(pos token.Pos, message string) {
	r.unit.Out.Unsupported = append(r.unit.Out.Unsupported, load.Diagnostic{Pos: r.fset.Position(pos), Message: message})
}

func hasLineDirectives(f *ast.File) bool {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ") {
				return true
			}
		}
	}
	return false
}

func isNil(n ast.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case ast.Expr:
		return n == nil
	}
	return false
}
