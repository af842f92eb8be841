package instrument

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/internal/longtest"
)

// writeSource is WriteSource with the bench's rewriter and the stand-in.
func (b *bench) writeSource(out string, patterns ...string) ([]Binary, error) {
	b.t.Helper()
	cfg := b.cfg
	cfg.Patterns = patterns
	s, err := newSession(context.Background(), &cfg, b.rewrite)
	if err != nil {
		return nil, err
	}
	bins, err := s.writeSource(context.Background(), out)
	if err == nil {
		if err := os.RemoveAll(filepath.Join(out, "gocheck.dev")); err != nil {
			b.t.Fatal(err)
		}
		b.write(filepath.Join(out, "gocheck.dev"), standIn)
	}
	return bins, err
}

// The directory can be built with nothing but the go command, wherever the
// sources came from, and contains the rewritten files.
func TestWriteSource(t *testing.T) {
	for _, vendored := range []bool{false, true} {
		b := withDeps(t, user+`
-- testdata/greeting --
hello from testdata
-- testdata/gocheck/TestHello/0123 --
a schedule
-- data_test.go --
package user

import (
	"os"
	"testing"
)

func TestData(t *testing.T) {
	data, err := os.ReadFile("testdata/greeting")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(string(data))
}
-- untested/u.go --
package untested

func Name() string { return "deep" }
-- sub/sub_test.go --
package sub

import (
	"testing"

	"example.com/user"
)

func TestSub(t *testing.T) { t.Log(user.Hello()) }
`)
		b.goCmd(b.dir, "mod", "tidy")
		if vendored {
			b.goCmd(b.dir, "mod", "vendor")
		}
		b.rewrite = changing
		out := filepath.Join(filepath.Dir(b.dir), "out")
		before := b.snapshot()
		for range 2 { // the second time it overwrites its own
			if _, err := b.writeSource(out, "./..."); err != nil {
				t.Fatal(err)
			}
		}
		if b.snapshot() != before {
			t.Error("the user's tree has changed")
		}
		for _, sub := range []string{"", "/sub"} {
			cmd := exec.Command("go", "test", "-v", "-vet=off", "example.com/user"+sub)
			cmd.Dir = out
			cmd.Env = append(b.cfg.Env, "GOPROXY=off", "GOMODCACHE="+filepath.Join(t.TempDir(), "none"))
			output, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			for _, want := range []string{"driver of example.com/user" + sub, "rewritten", "hello from"} {
				if !strings.Contains(string(output), want) {
					t.Errorf("no %q in\n%s", want, output)
				}
			}
		}
		untested, err := os.ReadFile(filepath.Join(out, "example.com/user/untested/u.go"))
		if err != nil || !strings.Contains(string(untested), "rewritten") {
			t.Errorf("the package without tests: %v %s", err, untested)
		}
		if _, err := os.Stat(filepath.Join(out, "example.com/user/testdata/gocheck")); err == nil {
			t.Error("saved schedules were copied")
		}
	}
}

func TestWriteSourceRefuses(t *testing.T) {
	b := newBench(t, plainModule)
	before := b.snapshot()
	var load *gocmd.LoadError
	if _, err := b.writeSource(b.dir, "."); !errors.As(err, &load) || !strings.Contains(load.Text, "gocheck did not write it") {
		t.Errorf("got %v", err)
	}
	if b.snapshot() != before {
		t.Error("the user's tree has changed")
	}
}

// With the real rewriter and runtime: the files of a test variant make a plain
// package, too, for the other packages that import it. That somebody makes an
// io.Pipe is in nobody's way; with the overlay that is there, pipes can be
// controlled.
func TestWriteSourceVariants(t *testing.T) {
	longtest.Only(t) // it compiles the runtime once more
	b := newBench(t, `
-- go.mod --
module example.com/two

go 1.22
-- p/p.go --
package p

import (
	"io"
	"sync"
)

var (
	mu    sync.Mutex
	count = start()
)

func start() int { return 1 }

func Hello() string {
	r, w := io.Pipe()
	go func() { io.WriteString(w, "hello"); w.Close() }()
	data, _ := io.ReadAll(r)
	return string(data)
}

func Inc() int {
	mu.Lock()
	defer mu.Unlock()
	count++
	return count
}
-- p/p_test.go --
package p

import (
	"os"
	"testing"
)

var (
	seen   = map[string]int{"a": start()}
	values = make(chan int)
)

func TestInc(t *testing.T) {
	go func() { seen["b"]++; values <- Inc() }()
	if <-values != 2 {
		t.Fatal("wrong")
	}
}

func TestMain(m *testing.M) { os.Exit(m.Run()) }
-- q/q_test.go --
package q_test

import (
	"io"
	"testing"

	"example.com/two/p"
)

func TestInc(t *testing.T) {
	go p.Inc()
	p.Inc()
	r, w := io.Pipe()
	go func() { io.WriteString(w, p.Hello()); w.Close() }()
	if data, _ := io.ReadAll(r); string(data) != "hello" {
		t.Fatal(string(data))
	}
}
`)
	cfg := b.cfg
	cfg.Patterns = []string{"./..."}
	out := filepath.Join(filepath.Dir(b.dir), "out")
	bins, err := WriteSource(context.Background(), cfg, out)
	if err != nil {
		t.Fatal(err)
	}
	for _, bin := range bins {
		if bin.Err != nil || len(bin.Tests) != 1 {
			t.Errorf("%+v", bin)
		}
	}
	b.goCmd(out, "build", "-trimpath", "example.com/two/p")
	b.goCmd(out, "test", "-trimpath", "-vet=off", "example.com/two/p", "example.com/two/q")

	// To compile these takes a minute, since all depends on io; Build compiles
	// what is in them as well.
	files := b.goCmd(out, "list", "-overlay="+overlayFile, "-f={{.GoFiles}} {{.XTestGoFiles}}", "example.com/two/p", "example.com/two/q")
	for _, want := range []string{load.PipesFile, load.PipesExternalFile} {
		if !strings.Contains(files, want) {
			t.Errorf("no %s in %s", want, files)
		}
	}
	for _, name := range []string{"io/pipe.go", "example.com/two/p/" + load.PipesFile, "example.com/two/q/" + load.PipesExternalFile} {
		if text, err := os.ReadFile(filepath.Join(out, overlayDir, name)); err != nil || !strings.Contains(string(text), "GocheckPipes") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	note, err := os.ReadFile(filepath.Join(out, sourceMark))
	if err != nil || !strings.Contains(string(note), "-overlay="+overlayFile) {
		t.Errorf("%v\n%s", err, note)
	}
}
