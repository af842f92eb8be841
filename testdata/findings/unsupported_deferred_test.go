package findings

import (
	"os/exec"
	"testing"
)

// What is deferred does not run after a call that is unsupported.
func shouldPanic(t *testing.T, f func()) {
	defer func() {
		if recover() == nil {
			t.Fatal("did not panic")
		}
	}()
	f()
}

func TestDeferredSaysSo(t *testing.T) {
	shouldPanic(t, func() { exec.Command("true").Run(); panic(1) })
}

func TestDeferredPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			panic("did not panic")
		}
	}()
	exec.Command("true").Run()
	panic(1)
}

func TestDeferredFlag(t *testing.T) {
	ok := false
	defer func() {
		if !ok {
			t.Error("not done")
		}
	}()
	exec.Command("true").Run()
	ok = true
}
