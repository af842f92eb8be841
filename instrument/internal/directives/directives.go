package directives

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/packages"

	"gocheck.dev/instrument/internal/load"
)

// A Directive is a comment //gocheck:NAME VALUE in a package under test. What
// names and values there are, the command knows; but //gocheck:loop is about the
// statement after it (loops.go).
type Directive struct {
	Name, Value string
	Test        string // the test function that it stands above; "" where it is the package clause
	Pos         token.Position
	Misplaced   string // where it stands otherwise: it means nothing there
	Ordinary    string // why it is an ordinary comment, perhaps meant otherwise
}

// directivePrefix begins a directive, without a blank, as directives of Go do:
// gofmt leaves them alone, and go doc leaves them out.
const directivePrefix = "//gocheck:"

// Of finds the directives of a package under test, in one of its two
// variants with tests. Those in its other files are found too, to be refused:
// what a reader takes for obeyed must not be passed over in silence.
func Of(pkg *packages.Package, tests []load.Test) []Directive {
	isTest := make(map[token.Position]string)
	for _, t := range tests {
		isTest[t.Pos] = t.Name
	}
	var all []Directive
	for _, file := range pkg.Syntax {
		_, wrong := EventLoops(pkg.Fset, pkg.TypesInfo, file)
		inTests := strings.HasSuffix(pkg.Fset.File(file.FileStart).Name(), "_test.go")
		above := make(map[*ast.CommentGroup]*ast.FuncDecl)
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil {
				above[fn.Doc] = fn
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				d, ok := directiveOf(c)
				if !ok {
					continue
				}
				d.Pos = pkg.Fset.Position(c.Pos())
				switch fn := above[group]; {
				case d.Name == loopDirective:
					d.Misplaced = wrong[c.Pos()]
				case !inTests:
					d.Misplaced = "in a file that is no _test.go file"
				case c.Pos() < file.Package:
				case fn == nil:
					d.Misplaced = "neither above a test function nor above the package clause"
				default:
					if d.Test = isTest[pkg.Fset.Position(fn.Name.Pos())]; d.Test == "" {
						d.Misplaced = "above " + fn.Name.Name + ", which is no test function"
					}
				}
				all = append(all, d)
			}
		}
	}
	return all
}

// directiveOf is the directive that a comment is.
func directiveOf(c *ast.Comment) (d Directive, ok bool) {
	text, ok := strings.CutPrefix(c.Text, directivePrefix)
	if !ok {
		if text, d.Ordinary = nearly(c.Text); d.Ordinary == "" {
			return d, false
		}
	}
	d.Name = text
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		d.Name, d.Value = text[:i], strings.TrimSpace(text[i:])
	}
	return d, true
}

// nearly is what stands behind what is nearly a directive's prefix, and why it is none. Who writes
// about directives writes so, too.
func nearly(comment string) (text, why string) {
	line := strings.TrimPrefix(comment, "//")
	bare := strings.TrimLeft(line, " \t")
	const word = "gocheck"
	if len(line) == len(comment) || len(bare) <= len(word) || !strings.EqualFold(bare[:len(word)], word) {
		return "", ""
	}
	text, colon := strings.CutPrefix(bare[len(word):], ":")
	switch {
	case colon && bare != line:
		return text, "there is a blank after //"
	case colon:
		return text, "gocheck is not in small letters"
	case bare == line && strings.ContainsAny(text[:1], " \t"):
		return strings.TrimLeft(text, " \t-"), "there is no colon after gocheck"
	}
	return "", ""
}
