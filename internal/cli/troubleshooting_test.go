package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// docs/troubleshooting.md has an entry for every verdict, bound, reason of
// `unsupported`, divergence and refusal that gocheck can print. What it can
// print is read from its source: the texts that are passed to the functions,
// and stand in the fields, named here.
func TestTroubleshooting(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "troubleshooting.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(strings.NewReplacer("`", "", "\\|", "|", "<br>", " ").Replace(string(data))), " ")
	m := messages{t: t, seen: map[string]string{}, used: map[string]bool{}}
	for _, pattern := range []string{"../../runtime", "../../runtime/access", "../../runtime/testbin", "../../checker", "../../checker/race", "../../checker/ex*",
		"../../checker/internal/*", "../../checker/internal/papers/*", "../../instrument", "../../instrument/internal/*", "../worker", "."} {
		dirs, err := filepath.Glob(pattern)
		if err != nil || len(dirs) == 0 {
			t.Fatal(pattern, err)
		}
		for _, dir := range dirs {
			m.read(dir)
		}
	}
	for text, where := range m.seen {
		if !strings.Contains(page, text) {
			t.Errorf("%s: nothing is said in docs/troubleshooting.md of %q", where, text)
		}
	}
	if len(m.outside) == 0 {
		t.Error("the table of what is outside of control was not found")
	}
	for _, pkg := range m.outside {
		if !strings.Contains(page, pkg) {
			t.Errorf("nothing is said in docs/troubleshooting.md of package %s", pkg)
		}
	}
	if len(m.seen) < 60 {
		t.Errorf("only %d texts were found in the source", len(m.seen))
	}
	for _, where := range []map[string]int{texts, {"wire.Result.Reason": 0, "wire.Result.Verdict": 0, "bound.return": 0, "stability.Message": 0}} {
		for name := range where {
			if !m.used[name] {
				t.Errorf("nothing in the source has texts in %s any more", name)
			}
		}
	}
}

// texts are the functions that are passed a text which is printed, by the
// number of the argument, and the types that have one in their first or second
// field.
var texts = map[string]int{
	"unsupported": 1, "Unsupported": 1, "foreign": 1, "foreignLock": 1, "Refuse": 0, "Divergence": 3,
	"Uncontrolled": 0, "Diagnostic": 1, "LoadError": 0, "diagnose": 1, "hindered": 0,
}

// messages collects texts.
type messages struct {
	t      *testing.T
	seen   map[string]string // text → where it is
	used   map[string]bool
	consts map[string]ast.Expr

	outside []string // packages with functions that are outside of control
}

func (m *messages) read(dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		m.t.Fatal(err)
	}
	fset := token.NewFileSet()
	var all []*ast.File
	m.consts = map[string]ast.Expr{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			m.t.Fatal(err)
		}
		all = append(all, f)
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, s := range g.Specs {
					for i, v := range s.(*ast.ValueSpec).Values {
						m.consts[s.(*ast.ValueSpec).Names[i].Name] = v
					}
				}
			}
		}
	}
	for _, f := range all {
		for _, d := range f.Decls {
			m.outsiders(d)
			function, _ := d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if i, ok := texts[nameOf(n.Fun)]; ok && i < len(n.Args) {
						m.add(fset, nameOf(n.Fun), n.Args[i])
					}
				case *ast.CompositeLit:
					if i, ok := texts[nameOf(n.Type)]; ok && i < len(n.Elts) {
						text := n.Elts[i]
						if kv, ok := text.(*ast.KeyValueExpr); ok {
							text = kv.Value
						}
						m.add(fset, nameOf(n.Type), text)
					}
					for _, e := range n.Elts {
						kv, ok := e.(*ast.KeyValueExpr)
						switch {
						case !ok:
						case nameOf(n.Type) == "Result" && slices.Contains([]string{"Reason", "Verdict"}, nameOf(kv.Key)):
							m.add(fset, "wire.Result."+nameOf(kv.Key), kv.Value)
						case nameOf(n.Type) == "Failure" && nameOf(kv.Key) == "Message" && strings.HasSuffix(fset.Position(n.Pos()).Filename, "stability.go"):
							m.add(fset, "stability.Message", kv.Value)
						}
					}
				case *ast.AssignStmt:
					for i, l := range n.Lhs {
						if s, ok := l.(*ast.SelectorExpr); ok && i < len(n.Rhs) && slices.Contains([]string{"Reason", "Verdict"}, s.Sel.Name) {
							m.add(fset, "wire.Result."+s.Sel.Name, n.Rhs[i])
						}
					}
				case *ast.ReturnStmt:
					if function != nil && strings.EqualFold(function.Name.Name, "bound") {
						for _, r := range n.Results {
							m.add(fset, "bound.return", r)
						}
					}
				}
				return true
			})
		}
	}
}

// outsiders finds the keys of the map that the variable Outside is made of.
func (m *messages) outsiders(d ast.Decl) {
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR || nameOf(g.Specs[0].(*ast.ValueSpec).Names[0]) != "Outside" {
		return
	}
	ast.Inspect(g, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			m.outside = append(m.outside, m.literals(kv.Key)...)
		}
		return true
	})
}

// nameOf is the last part of a name: f of p.f and x.f, T of p.T[E] and *T.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return nameOf(e.X)
	case *ast.StarExpr:
		return nameOf(e.X)
	}
	return ""
}

var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]|\n`)

// add takes the longest piece of a text that is always the same. A single word
// would be found anywhere, so it is taken with its quotation only if it is a
// verdict.
func (m *messages) add(fset *token.FileSet, what string, e ast.Expr) {
	m.used[what] = true
	longest := ""
	for _, s := range m.literals(e) {
		for _, piece := range verb.Split(s, -1) {
			if piece = strings.Join(strings.Fields(strings.Trim(piece, " :;,(")), " "); len(piece) > len(longest) {
				longest = piece
			}
		}
	}
	if strings.Count(longest, " ") > 0 || what == "wire.Result.Verdict" && longest != "" {
		m.seen[longest] = fset.Position(e.Pos()).String()
	}
}

// literals are the constant parts of an expression of a string.
func (m *messages) literals(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{s}
		}
	case *ast.BinaryExpr:
		return append(m.literals(e.X), m.literals(e.Y)...)
	case *ast.ParenExpr:
		return m.literals(e.X)
	case *ast.CallExpr:
		if len(e.Args) > 0 && nameOf(e.Fun) == "Sprintf" {
			return m.literals(e.Args[0])
		}
	case *ast.Ident:
		if v, ok := m.consts[e.Name]; ok {
			return m.literals(v)
		}
	}
	return nil
}
