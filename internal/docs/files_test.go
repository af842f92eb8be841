package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const root = "../.."

// files are the repository's files and folders by their paths from the root.
// What git does not know (.git, caches) has names that begin with a dot.
var files = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(name); d.IsDir() && strings.HasPrefix(base, ".") && base != "." && base != ".ci" {
			return fs.SkipDir
		}
		all[name] = true
		return nil
	})
	if err != nil {
		panic(err)
	}
	return all
})

// pages are the Markdown files, by their paths from the root.
func pages(t *testing.T) map[string]string {
	texts := map[string]string{}
	for name := range files() {
		if path.Ext(name) == ".md" && !saved(name) {
			texts[name] = read(t, name)
		}
	}
	if len(texts) < 30 {
		t.Fatalf("only %d pages", len(texts))
	}
	return texts
}

// saved reports whether a file was written by a run of gocheck or rapid beside a
// test: it is nobody's prose.
func saved(name string) bool { return strings.Contains(name, "testdata/gocheck/") }

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// A comment is one comment of a Go file: a // to the end of its line, or /* */.
type comment struct {
	file string // path from the root
	line int    // of its first line
	text string // with its // or /* */
	lead string // what is before it on its line
}

// comments are those of all Go files of the repository, but for programs in
// folders testdata below packages, which may be made to be wrong, and generated files.
var comments = sync.OnceValues(func() (all []comment, err error) {
	fset := token.NewFileSet()
	for name := range files() {
		if path.Ext(name) != ".go" || strings.Contains(name, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(f) {
			continue
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				all = append(all, newComment(fset, name, string(text), c))
			}
		}
	}
	return all, nil
})

// allComments are there, or the test has failed.
func allComments(t *testing.T) []comment {
	all, err := comments()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 5000 {
		t.Fatalf("only %d comments", len(all))
	}
	return all
}

func newComment(fset *token.FileSet, name, text string, c *ast.Comment) comment {
	at := fset.PositionFor(c.Pos(), false)
	start := strings.LastIndexByte(text[:at.Offset], '\n') + 1
	return comment{file: name, line: at.Line, text: c.Text, lead: text[start:at.Offset]}
}
