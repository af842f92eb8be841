package docs

import (
	"path"
	"strings"
	"testing"
)

// TestDocFiles: each package says in its doc.go what its idea is, and nowhere else.
func TestDocFiles(t *testing.T) {
	said := map[string]bool{}
	for _, f := range allGoFiles(t) {
		about := f.syntax.Doc
		switch text := about.Text(); {
		case f.test():
		case path.Base(f.name) == "doc.go":
			said[f.dir] = strings.HasPrefix(text, "Package ") || strings.HasPrefix(text, "Command ")
		case about != nil:
			t.Errorf("%s has a comment on its package, which doc.go is for", f.name)
		}
	}
	for dir := range linesOfPackages(t) {
		if !said[dir] {
			t.Errorf("%s has no doc.go that says what the package is", dir)
		}
	}
}
