// Package sources embeds Go files, its own among them: the program sees them as they are, not as
// gocheck compiles them.
package sources

import (
	"embed"
	"strings"
	"sync"

	"gocheck.dev/testdata/language/sources/sub"
)

// Initialised by what is embedded.
var lines = strings.Count(Text, "\n")

//go:embed sources.go
var Text string

type source []byte

//go:embed "sub/sub.go"
var Sub source

var (
	//go:embed *.go sub
	All embed.FS
)

var names = func() (all []string) {
	entries, _ := All.ReadDir(".")
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}()

func both(f func()) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			f()
			sub.Count()
		})
	}
	wg.Wait()
}
