package language

import (
	"os"
	"path/filepath"
	"testing"
)

// A temporary directory may be asked for in a cleanup, when the test's own is gone.
func TestTempDirInACleanup(t *testing.T) {
	var dir string
	t.Run("test", func(t *testing.T) {
		t.Cleanup(func() { dir = t.TempDir() })
		_ = t.TempDir()
	})
	if _, err := os.Stat(dir); dir == "" || !os.IsNotExist(err) {
		t.Fatal(dir, err)
	}
}

// Its name has nothing that patterns know.
func TestTempDirInPatterns(t *testing.T) {
	t.Run("a[b*", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.txt"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if found, err := filepath.Glob(filepath.Join(dir, "*.txt")); err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
	})
}
