// Package world shares what is behind the standard library: files, the
// environment, variables of expvar. Where two goroutines can tell who was first,
// both orders are explored; internal/e2e/world_test.go has the numbers.
package world

import (
	"bufio"
	"expvar"
	"fmt"
	"io"
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

func write(t *testing.T, path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Error(err)
	}
}

func read(path string) int {
	b, _ := os.ReadFile(path)
	n, _ := strconv.Atoi(string(b))
	return n
}

// Updates that get lost.

func TestExpvarLost(t *testing.T) {
	v := new(expvar.Int)
	add := func() { v.Set(v.Value() + 1) }
	both(add, add)
	if n := v.Value(); n != 2 {
		t.Fatal("lost", n)
	}
}

func TestEnvironmentLost(t *testing.T) {
	t.Setenv("WORLD_N", "0")
	add := func() {
		n, _ := strconv.Atoi(os.Getenv("WORLD_N"))
		os.Setenv("WORLD_N", strconv.Itoa(n+1))
	}
	both(add, add)
	if n := os.Getenv("WORLD_N"); n != "2" {
		t.Fatal("lost", n)
	}
}

func TestFileLost(t *testing.T) {
	f := filepath.Join(t.TempDir(), "n")
	write(t, f, "0")
	add := func() { write(t, f, strconv.Itoa(read(f)+1)) }
	both(add, add)
	if n := read(f); n != 2 {
		t.Fatal("lost", n)
	}
}

// Who is first.

func TestMkdir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "lock")
	first := make(chan int, 2)
	lock := func(i int) func() {
		return func() {
			if os.Mkdir(dir, 0o777) == nil {
				first <- i
			}
		}
	}
	both(lock(0), lock(1))
	if <-first == 1 {
		t.Fatal("second was first")
	}
}

func TestRemoveAbove(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	deep := filepath.Join(dir, "b", "c")
	os.MkdirAll(deep, 0o777)
	var err error
	both(func() { err = os.WriteFile(filepath.Join(deep, "f"), nil, 0o666) }, func() { os.RemoveAll(dir) })
	if err != nil {
		t.Fatal("nowhere to write")
	}
}

func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	n := 0
	both(func() { write(t, filepath.Join(dir, "f"), "") }, func() {
		list, _ := os.ReadDir(dir)
		n = len(list)
	})
	if n == 1 {
		t.Fatal("it was there")
	}
}

func TestOpenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	both(func() { fmt.Fprint(f, "a") }, func() {
		io.WriteString(w, "b")
		w.Flush()
	})
	if b, _ := os.ReadFile(path); string(b) != "ab" {
		t.Fatal("b was first")
	}
}

func TestOffset(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "ab")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var first, second [1]byte
	both(func() { io.ReadFull(f, first[:]) }, func() { f.Read(second[:]) })
	if second[0] == 'a' {
		t.Fatal("second was first")
	}
}

func TestEnvironment(t *testing.T) {
	before := len(os.Environ())
	n := 0
	both(func() { os.Setenv("WORLD_NEW", "1") }, func() { n = len(os.Environ()) })
	if n > before {
		t.Fatal("it was there")
	}
}

// Nobody can tell who was first.

func TestReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "7")
	look := func() {
		if read(path) != 7 {
			t.Error("not there")
		}
		os.Stat(path)
		os.LookupEnv("HOME")
	}
	both(look, look)
}

func TestApart(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	own := func(dir, key string) func() {
		return func() {
			os.Mkdir(dir, 0o777)
			write(t, filepath.Join(dir, "f"), "1")
			os.RemoveAll(dir)
			var v expvar.Int
			v.Add(1)
		}
	}
	both(own(a, "WORLD_A"), own(b, "WORLD_B"))
}

func TestOutput(t *testing.T) {
	out := func() { fmt.Fprint(os.Stdout, "") }
	both(out, out)
}
