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
	for name, all := range quieters {
		file := filepath.Join(build.Default.GOROOT, "src", name)
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range all {
			to, made := q.made(src)
			if !made {
				t.Errorf("%s: the texts of %d are not there once", name, i)
			}
			if bytes.Count(to, []byte("\n")) != bytes.Count(src, []byte("\n")) {
				t.Errorf("%s: %d adds lines", name, i)
			}
			if _, err := format.Source(to); err != nil {
				t.Errorf("%s: %d: %v", name, i, err)
			}
			if _, made := append(q, [2]string{"nowhere", ""}).made(src); made {
				t.Errorf("%s: %d is made where a text is not there", name, i)
			}
		}
		read, err := ReadSource(filepath.Dir(name), file)
		if err != nil || bytes.Equal(read, src) {
			t.Errorf("%s is not changed: %v", name, err)
		}
	}
}
