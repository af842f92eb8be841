package instrument

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"gocheck.dev/instrument/internal/cache"
)

// zipOf makes a module zip: every name in it begins with prefix.
func zipOf(t *testing.T, prefix, dir string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		w, err := z.Create(prefix + "/" + filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// makeProxyModule writes what the module proxy protocol serves of one version.
func makeProxyModule(t *testing.T, proxy, path, version, from string) {
	t.Helper()
	dir := filepath.Join(proxy, filepath.FromSlash(path), "@v")
	mod, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	zip := zipOf(t, path+"@"+version, from)
	err = cache.WriteTree(dir, map[string][]byte{
		"list":            []byte(version + "\n"),
		version + ".info": []byte(`{"Version":"` + version + `"}`),
		version + ".mod":  mod,
		version + ".zip":  zip,
	})
	if err != nil {
		t.Fatal(err)
	}
}
