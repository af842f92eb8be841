package control

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
)

// calls are the functions that have called this one, without those of the test's package
// path, and without skip of them.
func calls(skip int) []string {
	pcs := make([]uintptr, 50)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(skip, pcs)])
	var names []string
	for {
		f, more := frames.Next()
		_, name, _ := strings.Cut(f.Function, ".dev/testdata/")
		if name == "" {
			name = f.Function
		}
		if names = append(names, name); !more {
			return names
		}
	}
}

type caller struct {
	io.Writer
	calls []string
}

func (c *caller) Write(b []byte) (int, error) {
	c.calls = calls(2)
	return c.Writer.Write(b)
}

// TestCallers: who asks who has called it is told what it would be natively.
func TestCallers(t *testing.T) {
	var wg sync.WaitGroup
	var once sync.Once
	var got []string
	check := func(what string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: calls\n%q, want\n%q", what, got, want)
		}
	}
	wg.Go(func() {}) // there are two goroutines
	wg.Wait()

	got = calls(0)
	check("a test", "runtime.Callers", "control.calls", "control.TestCallers", "testing.tRunner", "runtime.goexit")
	got = calls(2)
	check("a test, without two", "control.TestCallers", "testing.tRunner", "runtime.goexit")
	func() { got = calls(1) }()
	check("a literal", "control.calls", "control.TestCallers.func3", "control.TestCallers", "testing.tRunner", "runtime.goexit")
	t.Run("sub", func(t *testing.T) { got = calls(2) })
	check("a subtest", "control.TestCallers.func4", "testing.tRunner", "runtime.goexit")
	done := make(chan bool)
	go func() { got = calls(2); close(done) }()
	<-done
	check("a goroutine", "control.TestCallers.func5", "runtime.goexit")
	once.Do(func() { got = calls(2)[:1] })
	check("a function of Once", "control.TestCallers.func6")

	for _, flags := range []int{0, log.LstdFlags} {
		w := &caller{Writer: io.Discard}
		log.New(w, "", flags).Print("x")
		if got = w.calls; len(got) != 6 || !strings.HasPrefix(got[1], "log.") || !strings.HasPrefix(got[2], "log.") {
			t.Errorf("a logger with %d: %q", flags, got)
		}
	}

	for skip, want := range []string{"callers_test.go", "callers_test.go", "testing.go", "asm_"} {
		_, file, line, ok := func() (uintptr, string, int, bool) { return runtime.Caller(skip) }()
		if !ok || line == 0 || !strings.Contains(file, want) {
			t.Errorf("Caller(%d) is %s:%d, %t", skip, file, line, ok)
		}
	}
	if pc, file, line, ok := runtime.Caller(10); ok || pc != 0 || file != "" || line != 0 {
		t.Errorf("beyond the last caller: %d, %s, %d, %t", pc, file, line, ok)
	}
	if n := runtime.Callers(10, make([]uintptr, 5)); n != 0 {
		t.Errorf("%d callers beyond the last one", n)
	}
	short := make([]uintptr, 1)
	if n := runtime.Callers(1, short); n != 1 || !strings.HasSuffix(runtime.FuncForPC(short[0]-1).Name(), ".TestCallers") {
		t.Errorf("%d callers, %s", n, runtime.FuncForPC(short[0]-1).Name())
	}
	var b bytes.Buffer
	l := log.New(&b, "", log.Lshortfile|log.Ltime)
	l.Println("here")
	if !strings.Contains(b.String(), " callers_test.go:") || !strings.HasSuffix(b.String(), ": here\n") {
		t.Errorf("logged %q", &b)
	}
}

// An example is called by other functions than a test.
func Example_callers() {
	for _, name := range calls(2) {
		fmt.Println(name)
	}
	fmt.Println(strings.Contains(string(debug.Stack()), "init"))
	// Output:
	// control.Example_callers
	// testing.runExample
	// testing.runExamples
	// testing.(*M).Run
	// main.main
	// runtime.main
	// runtime.goexit
	// false
}
