package embeds

import (
	"embed"
	"os"
	"path/filepath"
	"testing"
)

//go:embed *.go
var sources embed.FS

//go:embed doc.go
var text string

//go:embed doc.go
var data []byte

// TestOriginal: what is in the folder is what is in the variables then.
func TestOriginal(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"doc.go", "embeds.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if !Original(&sources, dir, "") || !Original(&text, dir, "doc.go") || !Original(&data, dir, "doc.go") {
		t.Fatal("not replaced")
	}
	for name, want := range map[string]string{"doc.go": "of doc.go", "embeds.go": "of embeds.go"} {
		if got, err := sources.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, err := sources.ReadFile("embeds_test.go"); err != nil || len(got) == 0 {
		t.Errorf("what is not there is gone: %v", err)
	}
	if text != "of doc.go" || string(data) != text {
		t.Errorf("%q, %q", text, data)
	}
	if Original(&text, dir, "none.go") || Original(&embed.FS{}, dir, "") {
		t.Error("replaced by nothing")
	}
}
