package load

import (
	"os"
	"path/filepath"
	"testing"

	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
)

// Who works at the standard library changes its sources while the version stays.
func TestExportKey(t *testing.T) {
	src := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(src, "errors.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("package errors\n")
	std := &golist.Package{ImportPath: "errors", Dir: src, Standard: true, Sources: golist.Sources{GoFiles: []string{"errors.go"}}}
	l := &Loader{g: &gocmd.Command{}, gr: &golist.Graph{ByID: map[string]*golist.Package{"errors": std}}}
	before := l.exportKey([]string{"errors"})
	if l.exportKey([]string{"errors"}) != before {
		t.Error("the key changes by itself")
	}
	write("package errors // changed\n")
	if l.exportKey([]string{"errors"}) == before {
		t.Error("a change of the standard library goes unnoticed")
	}
}
