package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Entries that nobody has used for long are removed; a use keeps an entry.
func TestTrim(t *testing.T) {
	folder := t.TempDir()
	c, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * maxAge)
	for _, key := range []string{"old", "used"} {
		dir, err := c.Fill("unit", key, func(dir string) error {
			return WriteTree(dir, map[string][]byte{"info.json": []byte("{}")})
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if !c.Has("unit", "used") {
		t.Fatal("the entry is not there")
	}
	if _, err := Open(folder); err != nil { // not yet: trimmed a moment ago
		t.Fatal(err)
	}
	if _, err := os.Stat(c.Path("unit", "old")); err != nil {
		t.Error("trimmed more often than once in trimInterval")
	}
	if err := os.Chtimes(filepath.Join(c.Dir, "trim.txt"), old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.Path("unit", "old")); err == nil {
		t.Error("the old entry is still there")
	}
	if _, err := os.Stat(c.Path("unit", "used")); err != nil {
		t.Error("the used entry is gone")
	}
}
