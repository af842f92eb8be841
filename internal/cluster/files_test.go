package cluster

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestBeside: what is sent of a folder is there again, and nothing is written elsewhere.
func TestBeside(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(from, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{"x.go": "package x\n", "empty": "", "testdata/deep/bytes": "\x00\xff\n", "testdata/.hidden": "x"}
	if runtime.GOOS == "linux" {
		want["no text \xff"] = "x" // others refuse it
	}
	for name, text := range want {
		write(name, text)
	}
	write("other/y.go", "package other\n")
	packed, err := Beside(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := unpackFiles(to, packed); err != nil {
		t.Fatal(err)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(to, filepath.FromSlash(name))); err != nil || string(got) != text {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(to, "other")); err == nil {
		t.Error("another package was sent")
	}
	again, err := Beside(to)
	if err != nil || nameOf(again) != nameOf(packed) {
		t.Errorf("the copy has another name: %v", err)
	}
	for _, name := range []string{"../x", "/x", "testdata/../../x"} {
		if err := unpackFiles(to, []byte(`[{"Name":"`+base64.StdEncoding.EncodeToString([]byte(name))+`","Data":"eA=="}]`)); err == nil {
			t.Errorf("%q was written", name)
		}
	}
}
