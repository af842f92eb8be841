package library

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Directories and subtests of one name are numbered in the order in which they are asked for.

func takeTurns(f func(i int)) {
	var all sync.WaitGroup
	for i := range 2 {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

func TestBugTempDirFirst(t *testing.T) {
	var dirs [2]string
	takeTurns(func(i int) { dirs[i] = t.TempDir() })
	if filepath.Base(dirs[0]) != "001" {
		t.Error(dirs)
	}
}

func TestOKTempDirOther(t *testing.T) {
	var dirs [2]string
	takeTurns(func(i int) { dirs[i] = t.TempDir() })
	if dirs[0] == dirs[1] {
		t.Error(dirs)
	}
	for _, dir := range dirs {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
}

func TestBugSubtestFirst(t *testing.T) {
	var names [2]string
	takeTurns(func(i int) { t.Run("x", func(t *testing.T) { names[i] = t.Name() }) })
	if names[0] != t.Name()+"/x" {
		t.Error(names)
	}
}

func TestBugSubtestOfTestAndOther(t *testing.T) {
	var all sync.WaitGroup
	all.Go(func() { t.Run("x", func(*testing.T) {}) })
	t.Run("x", func(u *testing.T) {
		if u.Name() != t.Name()+"/x" {
			u.Error(u.Name())
		}
	})
	all.Wait()
}

func TestOKSubtestsOther(t *testing.T) {
	var names [2]string
	takeTurns(func(i int) {
		t.Run([]string{"x", "y"}[i], func(t *testing.T) { names[i] = t.Name() })
	})
	if names != [2]string{t.Name() + "/x", t.Name() + "/y"} {
		t.Error(names)
	}
}
