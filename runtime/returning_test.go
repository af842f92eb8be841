package runtime

import (
	"runtime"
	"testing"
)

// A deferred function knows why it runs, wherever that was caused.
func TestReturning(t *testing.T) {
	var got string
	note := func(name string) {
		got += name
	}
	f := func(name string, body func()) {
		defer func() {
			if Returning() {
				note(name)
			}
		}()
		body()
	}
	explored(t, Settings{}, "dfs", func() {
		got = ""
		f("return ", func() {})
		func() {
			defer func() { recover() }()
			f("panic ", func() { panic(1) })
		}()
		func() {
			defer func() { recover() }()
			f("nil ", func() { _ = *(*int)(nil) })
		}()
		func() { // recovered by what it defers itself
			defer func() {
				if Returning() {
					note("recovered ")
				}
			}()
			defer func() { recover() }()
			panic(1)
		}()
		func() { // what a panic runs may call what returns
			defer func() { recover() }()
			defer func() { f("inner ", func() {}) }()
			panic(1)
		}()
		func() { // several of them, in a loop
			for range 2 {
				defer func() {
					if Returning() {
						note("loop ")
					}
				}()
			}
		}()
		f("exit ", func() { runtime.Goexit() })
	})
	if want := "return recovered inner loop loop "; got != want {
		t.Errorf("%q instead of %q", got, want)
	}
	if got = ""; Returning() {
		t.Error("native code is told that it returns")
	}
}
