package load

import (
	"bytes"
	"go/build"
	"go/format"
	"os"
	"path/filepath"
	"testing"
)

// The standard library has the texts that are changed, and has as many lines when they are.
func TestQuieter(t *testing.T) {
	for name, q := range quieters {
		file := filepath.Join(build.Default.GOROOT, "src", name)
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		to, made := q.made(src)
		if !made {
			t.Errorf("%s: the texts are not there once", name)
		}
		if bytes.Count(to, []byte("\n")) != bytes.Count(src, []byte("\n")) {
			t.Errorf("%s: it adds lines", name)
		}
		if _, err := format.Source(to); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, made := append(q, [2]string{"nowhere", ""}).made(src); made {
			t.Errorf("%s is changed where a text is not there", name)
		}
		read, err := ReadSource(filepath.Dir(name), file)
		if err != nil || bytes.Equal(read, src) {
			t.Errorf("%s is not changed: %v", name, err)
		}
	}
}
