// Package cwd changes the working directory, which all paths depend on then.
package cwd

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestDirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("1"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var wg sync.WaitGroup
	var err error
	wg.Go(func() { os.Chdir(dir) })
	wg.Go(func() { _, err = os.ReadFile("f") })
	wg.Wait()
	if err == nil {
		t.Fatal("it was there")
	}
}
