// Package temporary leaves files in os.TempDir whose names the next run of a test would not have
// natively, when it is later by then: each execution finds the folder as it was before the first.
package temporary

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// twice makes two executions of a test.
func twice() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
		})
	}
	wg.Wait()
}

func create(t *testing.T, path string) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func TestNamedByTime(t *testing.T) {
	dir := filepath.Join(os.TempDir(), time.Now().Format("logs-2006-01-02T15-04-05.000000000"))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	create(t, filepath.Join(dir, "log"))
	twice()
}

var folder = os.TempDir()

func TestFileInVariable(t *testing.T) {
	create(t, filepath.Join(folder, fmt.Sprint(time.Now().UnixNano())))
	twice()
}

func TestBesideAnother(t *testing.T) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	create(t, dir+".lock")
	twice()
}

func TestByVariable(t *testing.T) {
	if dir := os.Getenv("TMPDIR"); dir != "" {
		create(t, filepath.Join(dir, fmt.Sprint("x", time.Now().UnixNano())))
	}
	twice()
}

// home is made before the tests, natively once.
var home = func() string {
	dir, err := os.MkdirTemp("", "home")
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "made"), nil, 0o600); err != nil {
		panic(err)
	}
	return dir
}()

func TestMain(m *testing.M) {
	m.Run()
	os.RemoveAll(home)
}

func TestHomeStays(t *testing.T) {
	if _, err := os.Stat(filepath.Join(home, "made")); err != nil {
		t.Fatal(err)
	}
	create(t, filepath.Join(os.TempDir(), fmt.Sprint("y", time.Now().UnixNano())))
	twice()
}
