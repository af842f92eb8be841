// Package links gives files of one directory names in another one.
package links

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func named(t *testing.T, link func(old, new string) error) {
	name, file := filepath.Join(t.TempDir(), "name"), filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := link(file, name); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { os.WriteFile(file, []byte("new"), 0o666) })
	if b, _ := os.ReadFile(name); string(b) != "old" {
		t.Error(string(b)) // new, or nothing yet
	}
	wg.Wait()
}

func TestSymbolic(t *testing.T) { named(t, os.Symlink) }
func TestHard(t *testing.T)     { named(t, os.Link) }

func TestDirectory(t *testing.T) {
	dir, name := t.TempDir(), filepath.Join(t.TempDir(), "name")
	if err := os.Symlink(dir, name); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { os.WriteFile(filepath.Join(dir, "file"), nil, 0o666) })
	if _, err := os.Stat(filepath.Join(name, "file")); err == nil {
		t.Error("it is there")
	}
	wg.Wait()
}
