package verdicts

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	_ "unsafe"
)

//go:linkname cheaprand runtime.cheaprand
func cheaprand() uint32

//go:linkname fastrandn runtime.fastrandn
func fastrandn(n uint32) uint32

// What chance gives is a function of the schedule.

func two(f func(i int)) {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(i)
		}()
	}
	wg.Wait()
}

func TestCheaprand(t *testing.T) {
	var stripes [4]atomic.Int64
	two(func(int) {
		stripes[cheaprand()&3].Add(1)
		stripes[cheaprand()&3].Load()
		stripes[fastrandn(4)].Load()
	})
}

func TestCheaprandAsValue(t *testing.T) {
	var stripes [4]atomic.Int64
	draw := cheaprand
	two(func(int) { stripes[draw()&3].Load() })
}

func TestMaphash(t *testing.T) {
	var locks [4]sync.Mutex
	seed := maphash.MakeSeed()
	two(func(i int) {
		m := &locks[maphash.Comparable(seed, i)&3]
		m.Lock()
		m.Unlock()
	})
}

func TestMkdirTemp(t *testing.T) {
	var mu sync.Mutex
	var b bytes.Buffer
	two(func(int) {
		dir, err := os.MkdirTemp("", "x")
		if err != nil {
			t.Error(err)
		}
		defer os.RemoveAll(dir)
		mu.Lock()
		b.WriteString(filepath.Base(dir))
		mu.Unlock()
		for range filepath.Base(dir)[9] % 4 {
			mu.Lock()
			mu.Unlock()
		}
	})
}

// What is left behind is there for this execution only.
func TestCreateTemp(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "a*.txt")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	g, err := os.CreateTemp("", "gocheck-verdicts-*.txt")
	if err != nil {
		t.Fatal(err)
	}
	g.Close()
	var n [16]atomic.Int32
	two(func(int) { n[g.Name()[len(g.Name())-5]&15].Load() })
}

func TestCreateTempFails(t *testing.T) {
	if _, err := os.CreateTemp("", "a/b"); err == nil {
		t.Error("a pattern with a separator")
	}
	none := filepath.Join(t.TempDir(), "none")
	name, err := os.MkdirTemp(none, "b")
	if e, ok := err.(*os.PathError); name != "" || !ok || !os.IsNotExist(err) || e.Op != "stat" || e.Path != none {
		t.Error(name, err)
	}
	t.Setenv("TMPDIR", none)
	if name, err := os.MkdirTemp("", "b"); name != "" || !os.IsNotExist(err) {
		t.Error(name, err)
	}
	if f, err := os.CreateTemp(none, "b"); f != nil || !os.IsNotExist(err) || err.(*os.PathError).Op != "open" {
		t.Error(f, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if name, err := os.MkdirTemp(file, "b"); name != "" || err == nil || os.IsNotExist(err) {
		t.Error(name, err)
	}
}

// This is another one in each process, and said to be.
func TestPid(t *testing.T) {
	if fmt.Sprint(os.Getpid()) == "" {
		t.Fatal()
	}
}

func TestAddress(t *testing.T) {
	if s := fmt.Sprintf("%p", t); s == "" {
		t.Fatal()
	}
}
