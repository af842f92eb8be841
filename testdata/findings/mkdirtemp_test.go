package findings

import (
	"bytes"
	"os"
	"sync"
	"testing"
)

func TestMkdirTemp(t *testing.T) {
	var mu sync.Mutex
	var b bytes.Buffer
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			dir, err := os.MkdirTemp("", "x")
			if err != nil {
				t.Error(err)
			}
			defer os.RemoveAll(dir)
			mu.Lock()
			for range len(dir) - 10 {
				b.WriteString("x")
			}
			mu.Unlock()
			for range len(dir) - 10 {
				mu.Lock()
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
}
