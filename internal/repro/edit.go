package repro

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/dst"
	"github.com/dave/dst/decorator"
	"golang.org/x/tools/go/ast/astutil"
)

// errNoPlace says that no gate can stand at a position.
var errNoPlace = errors.New("no statement to put a gate at")

// A source is a Go file that gets gates.
type source struct {
	raw      []byte
	original []byte // in gofmt's form, as what comes out
	fset     *token.FileSet
	syntax   *ast.File
	dec      *decorator.Decorator
	tree     *dst.File
	pkg      string          // the name of package gate in it
	gated    bool            // there are calls of package gate
	within   bool            // some of them within expressions
	old      bool            // its module is of a Go without type parameters
	edited   bool            // it is not as it was, with or without them
	named    map[string]bool // go statements that name their goroutine
	lazy     bool            // what go statements evaluate is evaluated in the goroutines
	kept     bool            // some of it is evaluated before
	words    map[string]bool // names that are taken
}

// parse reads a file.
func parse(name string, text []byte, pkg string) (*source, error) {
	s := &source{raw: text, fset: token.NewFileSet(), pkg: pkg, named: map[string]bool{}}
	var err error
	if s.original, err = format.Source(text); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	s.dec = decorator.NewDecorator(s.fset)
	if s.tree, err = s.dec.ParseFile(name, text, 0); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	s.syntax = s.dec.Ast.Nodes[s.tree].(*ast.File)
	return s, nil
}

// text is the file with its gates, and the import of package gate.
func (s *source) text(importing string) ([]byte, error) {
	if !s.gated && !s.edited {
		return s.original, nil
	}
	if s.gated {
		s.imports(importing)
	}
	var b bytes.Buffer
	if err := decorator.NewRestorer().Fprint(&b, s.tree); err != nil {
		return nil, fmt.Errorf("writing a file with gates: %w", err)
	}
	if s.gated && s.old {
		return generic(b.Bytes()), nil
	}
	return b.Bytes(), nil
}

// generic lets a file have type parameters, by a constraint: a module's go.mod says more.
func generic(text []byte) []byte {
	const build, version = "//go:build ", "go1.18"
	head, _, _ := bytes.Cut(text, []byte("\npackage "))
	at := bytes.Index(head, []byte(build))
	if at < 0 {
		return slices.Concat([]byte(build+version+"\n\n"), text)
	}
	line, _, _ := bytes.Cut(text[at+len(build):], []byte("\n"))
	return slices.Concat(text[:at], fmt.Appendf(nil, "%s(%s) && %s", build, line, version), text[at+len(build)+len(line):])
}

// imports adds an import.
func (s *source) imports(importing string) {
	spec := &dst.ImportSpec{Path: &dst.BasicLit{Kind: token.STRING, Value: strconv.Quote(importing)}}
	if s.pkg != gateName {
		spec.Name = dst.NewIdent(s.pkg)
	}
	for _, d := range s.tree.Decls {
		if g, ok := d.(*dst.GenDecl); ok && g.Tok == token.IMPORT && g.Lparen {
			spec.Decs.Before, spec.Decs.After = dst.EmptyLine, dst.NewLine
			g.Specs = append(g.Specs, spec)
			return
		}
	}
	decl := &dst.GenDecl{Tok: token.IMPORT, Specs: []dst.Spec{spec}}
	decl.Decs.Before, decl.Decs.After = dst.EmptyLine, dst.EmptyLine
	at := 0
	for i, d := range s.tree.Decls {
		if g, ok := d.(*dst.GenDecl); ok && g.Tok == token.IMPORT {
			at = i + 1
		}
	}
	s.tree.Decls = append(s.tree.Decls[:at:at], append([]dst.Decl{decl}, s.tree.Decls[at:]...)...)
}

// path are the nodes around a position, inmost first.
func (s *source) path(line, column int) []ast.Node {
	file := s.fset.File(s.syntax.FileStart)
	if line < 1 || line > file.LineCount() {
		return nil
	}
	pos := file.LineStart(line) + token.Pos(max(column-1, 0))
	path, _ := astutil.PathEnclosingInterval(s.syntax, pos, pos)
	return path
}

// cutPos divides file:line:column.
func cutPos(pos string) (file, rest string, ok bool) {
	i := strings.LastIndexByte(pos, ':')
	if i < 0 {
		return "", "", false
	}
	i = strings.LastIndexByte(pos[:i], ':')
	if i < 0 {
		return "", "", false
	}
	return pos[:i], pos[i+1:], true
}

// A spot is a statement in a list of statements, and what of it a position is in.
type spot struct {
	s     *source
	path  []ast.Node // inmost first, up to the statement
	stmt  ast.Stmt
	list  *[]dst.Stmt
	index int
}

// spotAt finds the statement of a position.
func (s *source) spotAt(line, column int) (*spot, error) {
	path := s.path(line, column)
	for i, n := range path {
		if i+1 == len(path) {
			break
		}
		stmt, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		var list *[]dst.Stmt
		switch up := s.dec.Dst.Nodes[path[i+1]].(type) {
		case *dst.BlockStmt:
			list = &up.List
		case *dst.CaseClause:
			list = &up.Body
		case *dst.CommClause:
			list = &up.Body
		default:
			continue
		}
		mine, _ := s.dec.Dst.Nodes[stmt].(dst.Stmt)
		for k, other := range *list {
			if _, clause := other.(*dst.CaseClause); clause {
				break
			}
			if _, clause := other.(*dst.CommClause); clause {
				break
			}
			if other == mine {
				return &spot{s: s, path: path[:i+1], stmt: stmt, list: list, index: k}, nil
			}
		}
	}
	return nil, errNoPlace
}

// put adds a statement to a list before the statement of that index, on a line of its own where
// that has one.
func put(list *[]dst.Stmt, index int, add dst.Stmt) {
	decs := add.Decorations()
	decs.Before, decs.After = dst.NewLine, dst.NewLine
	switch all := *list; {
	case index < len(all):
		next := all[index].Decorations()
		decs.Before, decs.After = next.Before, dst.NewLine
		if next.Before == dst.None {
			decs.After = dst.None
		} else {
			next.Before = dst.NewLine
		}
	case len(all) > 0:
		last := all[len(all)-1].Decorations()
		decs.Before, decs.After = dst.NewLine, last.After
		if last.After == dst.None {
			decs.Before = dst.None
		} else {
			last.After = dst.NewLine
		}
	}
	*list = append((*list)[:index:index], append([]dst.Stmt{add}, (*list)[index:]...)...)
}

// call is a call of package gate.
func (s *source) call(f string, args ...dst.Expr) *dst.CallExpr {
	s.gated = true
	return &dst.CallExpr{Fun: &dst.SelectorExpr{X: dst.NewIdent(s.pkg), Sel: dst.NewIdent(f)}, Args: args}
}

func quoted(text string) dst.Expr {
	return &dst.BasicLit{Kind: token.STRING, Value: strconv.Quote(text)}
}

// where is the statement's index now: others may have been put before it.
func (p *spot) where() int {
	mine := p.s.dec.Dst.Nodes[p.stmt]
	for k, other := range *p.list {
		if dst.Node(other) == mine {
			return k
		}
	}
	return p.index
}

// before puts a statement before that of the spot.
func (p *spot) before(add dst.Stmt) { put(p.list, p.where(), add) }

// after puts a statement after that of the spot.
func (p *spot) after(add dst.Stmt) {
	i := p.where() + 1
	put(p.list, i, add)
	// An empty line stays before what it stood before.
	if all := *p.list; i+1 < len(all) && add.Decorations().Before == dst.EmptyLine {
		add.Decorations().Before, all[i-1].Decorations().After = dst.NewLine, dst.NewLine
		all[i+1].Decorations().Before, add.Decorations().After = dst.EmptyLine, dst.EmptyLine
	}
}
