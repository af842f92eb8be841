// Package content reads and writes files, and does nothing to directories: two
// files are two things.
package content

import (
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
)

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func TestApart(t *testing.T) {
	dir := t.TempDir()
	own := func(name string) func() {
		return func() {
			path := filepath.Join(dir, name)
			for range 3 {
				os.WriteFile(path, []byte(name), 0o666)
			}
			if b, err := os.ReadFile(path); err != nil || string(b) != name {
				t.Error(string(b), err)
			}
			os.Setenv("WORLD_"+name, name)
		}
	}
	both(own("a"), own("b"))
}

func TestRelativePathLost(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	add := func(path string) func() {
		return func() {
			b, _ := os.ReadFile(path)
			n, _ := strconv.Atoi(string(b))
			os.WriteFile(path, []byte(strconv.Itoa(n+1)), 0o666)
		}
	}
	both(add("n"), add(dir+"/x/../n"))
	if b, _ := os.ReadFile("n"); string(b) != "2" {
		t.Fatal("lost", string(b))
	}
}
