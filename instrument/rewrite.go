package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"gocheck.dev/instrument/internal/load"
)

// rewrite makes of a unit what gocheck runs: docs/design/instrument.md, "Rewriting".
// What it makes depends on the unit and on the types of its dependencies only.
func rewrite(u *load.Unit) (*rewritten, error) {
	return rewriteShared(u, analyse(u))
}

// rewriteShared is rewrite, given what is shared.
func rewriteShared(u *load.Unit, s *sharing) (*rewritten, error) {
	ur := &unitRewriter{
		Unit:    u,
		fset:    u.Pkg.Fset,
		pkg:     u.Pkg,
		sharing: s,
		imports: make(map[string]string),
		out:     &rewritten{files: make(map[string][]byte), extra: make(map[string][]byte)},
	}
	ur.findMutableState()
	for _, f := range u.Pkg.Syntax {
		if err := ur.file(f); err != nil {
			return nil, fmt.Errorf("rewriting %s: %w", u.ImportPath, err)
		}
	}
	ur.extraFiles()
	sort.SliceStable(ur.out.unsupported, func(i, j int) bool {
		a, b := ur.out.unsupported[i].Pos, ur.out.unsupported[j].Pos
		return a.Filename < b.Filename || a.Filename == b.Filename && a.Line < b.Line
	})
	return ur.out, nil
}

// A unitRewriter is the state of one unit's rewriting.
type unitRewriter struct {
	*load.Unit
	fset    *token.FileSet
	pkg     *packages.Package
	sharing *sharing
	sites   []string          // the site table, one line a site
	state   state             // what is reset between executions
	imports map[string]string // what the generated files import: path → name
	out     *rewritten
	linked  map[string]bool          // functions by linknames: see linkedToRandom
	aliased map[*types.TypeName]bool // types of the package that need another name somewhere
}

// A fileRewriter is the state of one file's rewriting.
type fileRewriter struct {
	unit           *unitRewriter
	fset           *token.FileSet
	tok            *token.File
	src            []byte
	info           *types.Info
	sharing        *sharing
	perIteration   bool // loop variables are new in each iteration (go 1.22)
	lineDirectives bool // the file has line directives of its own

	fn         string         // the enclosing function, as runtime.FuncForPC names it
	exit       *results       // its named results, if some are shared
	results    []types.Type   // the types of its results
	loops      []*forLoop     // those around, in this function
	literals   map[string]int // function literals met so far, by enclosing function
	temps      int
	raise      bool                       // the file needs a build constraint for its language version
	gotos      map[types.Object]bool      // labels that a goto names
	branches   map[types.Object]bool      // labels that a break or continue names
	labels     map[ast.Stmt]types.Object  // of statements that have one
	relabelled map[types.Object]string    // labels whose loop has another label now
	helpers    map[string]bool            // the packages of entry points that it uses, besides gocheckrt
	deferred   *ast.CallExpr              // the call of a defer statement: its function runs later
	unused     *ast.CallExpr              // a call whose result is dropped
	calledNow  *ast.CallExpr              // a call that is neither deferred nor a go statement's, while its function is rendered
	settled    ast.Expr                   // a called function of the standard library that accesses nothing shared
	hoisted    map[ast.Expr]string        // what has been evaluated before its statement: the variables that have it
	shallow    ast.Expr                   // what is rendered without its operands, while a statement is planned
	heads      map[ast.Node]bool          // receives that rounds of event loops begin with
	marks      map[ast.Node]string        // accesses that commute with their like: of their sites
	lost       map[string]bool            // packages that lost a reference
	imports    map[string]string          // packages imported for the types of generated code: path → name
	aliases    map[*types.TypeName]string // other names of types that are declared in functions
}

// file rewrites one file and keeps the result if anything has changed.
func (u *unitRewriter) file(f *ast.File) error {
	tok := u.fset.File(f.FileStart)
	name := tok.Name()
	src, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("reading the original: %w", err)
	}
	if len(src) != tok.Size() {
		return fmt.Errorf("%s has changed since it was loaded", name)
	}
	goVersion := u.pkg.TypesInfo.FileVersions[f]
	r := &fileRewriter{
		unit: u, fset: u.fset, tok: tok, src: src, info: u.pkg.TypesInfo, sharing: u.sharing,
		perIteration:   perIteration(u.pkg.TypesInfo, f),
		lineDirectives: hasLineDirectives(f),
		literals:       make(map[string]int),
		relabelled:     make(map[types.Object]string),
		lost:           make(map[string]bool),
		imports:        make(map[string]string),
		helpers:        make(map[string]bool),
	}
	if !u.Rewritable(name) { // cgo's: left plain, but what it cannot do is said
		sites := len(u.sites)
		for _, d := range f.Decls {
			if r.topDecl(d).changed() {
				u.out.unsupported = append(u.out.unsupported, Diagnostic{u.fset.Position(d.Pos()), "a file that uses cgo is not rewritten: its operations are outside of gocheck's control"})
				break
			}
		}
		u.sites = u.sites[:sites]
		return nil
	}
	r.findLabels(f)
	r.heads, _ = eventLoops(u.fset, r.info, f)
	r.findMarks(f)
	subs := make([]sub, len(f.Decls))
	for i, d := range f.Decls {
		subs[i] = sub{d, r.topDecl(d)}
	}
	body := r.spliceRange(f.Name.End(), f.FileEnd, subs...)
	resets := r.resetFuncs()
	if !body.changed() && resets == nil {
		return nil
	}
	u.out.files[name] = r.emit(r.header(f, goVersion).add(body), resets, r.footer(f))
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
	text := "; import gocheckrt \"" + runtimePath + "\""
	for _, name := range sortedKeys(r.helpers) {
		text += "; import " + name + " \"" + helpers[name].path + "\""
	}
	for _, path := range sortedKeys(r.imports) {
		text += "; import " + r.imports[path] + " " + strconv.Quote(path)
	}
	return r.cat(f.Name.Pos(), head, text)
}

const (
	runtimePath = "gocheck.dev/runtime"
	accessPath  = runtimePath + "/access"
	testbinPath = runtimePath + "/testbin" // who runs the tests
)

// footer refers to imports that may have lost their last reference, and to
// our own import.
func (r *fileRewriter) footer(f *ast.File) string {
	text := "var " + helpers["gocheckrt"].ref
	for _, name := range sortedKeys(r.helpers) { // what used it may have been rendered in vain
		text += "; var " + helpers[name].ref
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
		} else if p := r.unit.pkg.Imports[path]; p != nil && p.Name != "" {
			name = p.Name + "."
		}
		if decl := keepsImport[path]; decl != "" && name != "_." {
			text += "; var " + fmt.Sprintf(decl, name)
		}
	}
	return text
}

// topDecl renders a declaration of the file.
func (r *fileRewriter) topDecl(d ast.Decl) frag {
	switch d := d.(type) {
	case *ast.GenDecl:
		r.fn = r.unit.pkg.Name + ".init"
		return r.decl(d)
	case *ast.FuncDecl:
		if d.Body == nil {
			return r.verbatim(d)
		}
		r.fn = r.unit.pkg.Name + "." + d.Name.Name
		if d.Recv != nil && len(d.Recv.List) > 0 {
			r.fn = r.unit.pkg.Name + "." + r.receiverText(d.Recv.List[0].Type) + "." + d.Name.Name
		}
		if d.Recv == nil && d.Name.Name == "init" {
			return r.initFunc(d)
		}
		if d.Recv == nil && d.Name.Name == "TestMain" && r.unit.HasTestMain && r.unit.TestFor != "" {
			return r.splice(d, sub{d.Name, r.cat(d.Name.Pos(), userTestMain)}, sub{d.Body, r.stmt(d.Body)})
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

// lent puts before the body of an io.Writer's Write that what plain code lends
// it is copied.
func (r *fileRewriter) lent(d *ast.FuncDecl, body frag) frag {
	if d.Recv == nil || d.Name.Name != "Write" {
		return body
	}
	sig := r.info.Defs[d.Name].(*types.Func).Signature()
	if !types.Identical(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()), writeSignature) {
		return body
	}
	p := sig.Params().At(0)
	if p.Name() == "" || p.Name() == "_" {
		return body
	}
	return r.cat(d.Body.Pos(), "{ "+p.Name()+" = "+r.helper("Lent")+"("+p.Name()+"); ", body, " }")
}

// writeSignature is that of io.Writer's method.
var writeSignature = func() *types.Signature {
	v := func(t types.Type) *types.Var { return types.NewParam(token.NoPos, nil, "", t) }
	params := types.NewTuple(v(types.NewSlice(types.Typ[types.Byte])))
	return types.NewSignatureType(nil, nil, nil, params, types.NewTuple(v(types.Typ[types.Int]), v(types.Universe.Lookup("error").Type())), false)
}()

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
	r.gotos, r.branches = make(map[types.Object]bool), make(map[types.Object]bool)
	r.labels = make(map[ast.Stmt]types.Object)
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
func (r *fileRewriter) entry(e entry) string {
	if e.in != "gocheckrt" {
		r.helpers[e.in] = true
	}
	return e.in + "." + e.name
}

// importName is the name of a package in the generated files.
func (u *unitRewriter) importName(path string) string {
	if u.imports[path] == "" {
		u.imports[path] = "gocheckp" + strconv.Itoa(len(u.imports))
	}
	return u.imports[path]
}

func (r *fileRewriter) lostReference(p *types.Package) { r.lost[p.Path()] = true }

func (r *fileRewriter) diagnose(pos token.Pos, message string) {
	r.unit.out.unsupported = append(r.unit.out.unsupported, Diagnostic{r.fset.Position(pos), message})
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

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
