// Package roots changes files beside who looks at them, by way of an os.Root or an fs.FS. Each pair
// of tests fails in one order: both have to be explored.
package roots

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// sees fails if look, beside change, sees what change does, or if it does not.
func sees(t *testing.T, fails bool, change func(dir string, root *os.Root), look func(dir string, root *os.Root) bool) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "old"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	saw := false
	var wg sync.WaitGroup
	wg.Go(func() { change(dir, root) })
	wg.Go(func() { saw = look(dir, root) })
	wg.Wait()
	if saw == fails {
		t.Fatal("seen:", saw)
	}
}

func testRootReads(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		os.WriteFile(filepath.Join(dir, "new"), nil, 0o600)
	}, func(dir string, root *os.Root) bool {
		_, err := root.ReadFile("new")
		return err == nil
	})
}

func TestRootReadsAfter(t *testing.T)  { testRootReads(t, true) }
func TestRootReadsBefore(t *testing.T) { testRootReads(t, false) }

func testRootCreates(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		f, err := root.Create("new")
		if err == nil {
			f.Close()
		}
	}, func(dir string, root *os.Root) bool {
		_, err := os.Stat(filepath.Join(dir, "new"))
		return err == nil
	})
}

func TestRootCreatesAfter(t *testing.T)  { testRootCreates(t, true) }
func TestRootCreatesBefore(t *testing.T) { testRootCreates(t, false) }

func testRootRemoves(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		root.Remove("old")
	}, func(dir string, root *os.Root) bool {
		_, err := root.Lstat("old")
		return err != nil
	})
}

func TestRootRemovesAfter(t *testing.T)  { testRootRemoves(t, true) }
func TestRootRemovesBefore(t *testing.T) { testRootRemoves(t, false) }

func testRootRenames(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		root.Rename("old", "new")
	}, func(dir string, root *os.Root) bool {
		_, err := root.Stat("new")
		return err == nil
	})
}

func TestRootRenamesAfter(t *testing.T)  { testRootRenames(t, true) }
func TestRootRenamesBefore(t *testing.T) { testRootRenames(t, false) }

func testRootWrites(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		root.WriteFile("new", nil, 0o600)
	}, func(dir string, root *os.Root) bool {
		_, err := fs.ReadFile(os.DirFS(dir), "new")
		return err == nil
	})
}

func TestRootWritesAfter(t *testing.T)  { testRootWrites(t, true) }
func TestRootWritesBefore(t *testing.T) { testRootWrites(t, false) }

func testFileOfRoot(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		f, err := root.OpenFile("old", os.O_RDWR, 0)
		if err == nil {
			f.WriteAt([]byte("x"), 0)
			f.Close()
		}
	}, func(dir string, root *os.Root) bool {
		b, _ := os.ReadFile(filepath.Join(dir, "old"))
		return len(b) > 0
	})
}

func TestFileOfRootAfter(t *testing.T)  { testFileOfRoot(t, true) }
func TestFileOfRootBefore(t *testing.T) { testFileOfRoot(t, false) }

func testDirFSOpens(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		os.WriteFile(filepath.Join(dir, "new"), nil, 0o600)
	}, func(dir string, root *os.Root) bool {
		f, err := os.DirFS(dir).Open("new")
		if err == nil {
			f.Close()
		}
		return err == nil
	})
}

func TestDirFSOpensAfter(t *testing.T)  { testDirFSOpens(t, true) }
func TestDirFSOpensBefore(t *testing.T) { testDirFSOpens(t, false) }

func testRootFS(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		os.WriteFile(filepath.Join(dir, "new"), nil, 0o600)
	}, func(dir string, root *os.Root) bool {
		_, err := fs.Stat(root.FS(), "new")
		return err == nil
	})
}

func TestRootFSAfter(t *testing.T)  { testRootFS(t, true) }
func TestRootFSBefore(t *testing.T) { testRootFS(t, false) }

func testSubFS(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		os.WriteFile(filepath.Join(dir, "sub", "new"), nil, 0o600)
	}, func(dir string, root *os.Root) bool {
		sub, _ := fs.Sub(os.DirFS(dir), "sub")
		_, err := fs.Stat(sub, "new")
		return err == nil
	})
}

func TestSubFSAfter(t *testing.T)  { testSubFS(t, true) }
func TestSubFSBefore(t *testing.T) { testSubFS(t, false) }

func testGlobs(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		os.WriteFile(filepath.Join(dir, "new"), nil, 0o600)
	}, func(dir string, root *os.Root) bool {
		all, _ := fs.Glob(os.DirFS(dir), "n*")
		return len(all) > 0
	})
}

func TestGlobsAfter(t *testing.T)  { testGlobs(t, true) }
func TestGlobsBefore(t *testing.T) { testGlobs(t, false) }

func testWalks(t *testing.T, fails bool) {
	sees(t, fails, func(dir string, root *os.Root) {
		root.Mkdir("new", 0o700)
	}, func(dir string, root *os.Root) bool {
		n := 0
		fs.WalkDir(os.DirFS(dir), ".", func(string, fs.DirEntry, error) error { n++; return nil })
		return n > 3
	})
}

func TestWalksAfter(t *testing.T)  { testWalks(t, true) }
func TestWalksBefore(t *testing.T) { testWalks(t, false) }
