package findings

import (
	"expvar"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
)

func twice(f func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

// lost update through expvar.Int (an atomic of the standard library); no data race
func TestExpvar(t *testing.T) {
	v := new(expvar.Int)
	twice(func() { v.Set(v.Value() + 1) })
	if v.Value() != 2 {
		t.Fatal(v.Value())
	}
}

func TestEnv(t *testing.T) {
	t.Setenv("HOSTILE_N", "0")
	twice(func() {
		n, _ := strconv.Atoi(os.Getenv("HOSTILE_N"))
		os.Setenv("HOSTILE_N", strconv.Itoa(n+1))
	})
	if os.Getenv("HOSTILE_N") != "2" {
		t.Fatal()
	}
}

func TestFile(t *testing.T) {
	f := filepath.Join(t.TempDir(), "n")
	os.WriteFile(f, []byte("0"), 0o666)
	twice(func() {
		b, _ := os.ReadFile(f)
		n, _ := strconv.Atoi(string(b))
		os.WriteFile(f, []byte(strconv.Itoa(n+1)), 0o666)
	})
	if b, _ := os.ReadFile(f); string(b) != "2" {
		t.Fatal(string(b))
	}
}

// mkdir as a lock: whoever is first; both orders exist natively
func TestMkdir(t *testing.T) {
	d := filepath.Join(t.TempDir(), "lock")
	first := make(chan int, 2)
	var wg sync.WaitGroup
	wg.Add(2)
	for i := range 2 {
		go func() {
			defer wg.Done()
			if os.Mkdir(d, 0o777) == nil {
				first <- i
			}
		}()
	}
	wg.Wait()
	if <-first == 1 {
		t.Fatal("second was first")
	}
}
