package environ

import (
	"os"
	"path/filepath"
	"sync/atomic"
)

// own is the folder for temporary files of this process alone, which the command has made: each
// execution finds it as it was before the first, since names after the virtual time, or of the
// program's choice, are the same in all of them.
var own struct {
	dir   string
	there map[string]bool // made by package initialisation, or by TestMain
	known atomic.Bool     // the program has asked where it is
}

// Owns names the folder, before the first execution.
func Owns(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	own.dir, own.there = dir, make(map[string]bool)
	for _, e := range entries {
		own.there[e.Name()] = true
	}
}

// Asks says that the program asks for a variable of the environment; "" stands for all of them.
func Asks(key string) {
	if (key == "" || key == "TMPDIR") && !own.known.Load() {
		own.known.Store(true)
	}
}

// empties removes what an execution has left there.
func empties() {
	if own.dir == "" || !own.known.Load() {
		return
	}
	entries, err := os.ReadDir(own.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !own.there[e.Name()] {
			os.RemoveAll(filepath.Join(own.dir, e.Name()))
		}
	}
}
