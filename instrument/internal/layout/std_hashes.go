package layout

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gocheck.dev/instrument/internal/cache"
)

// Hashes of hash/maphash are keyed by numbers that the process draws. The file of the package that
// makes them is another one in binaries of tests, and package hashes draws its seeds.

//go:embed std_hashes.txt
var hashesText string

const (
	hashesFile = "0gocheck_hashes.go"
	hooksText  = `package hashes

import "hash/maphash"

func init() {
	c := new(Chance)
	maphash.GocheckHooks(c.Random, c.Address)
	keyed.bytes, keyed.value = maphash.GocheckBytes, maphash.GocheckValue
}
`
)

// ErrUnknownHashes says that package hash/maphash is of a release of Go that gocheck does not know.
var ErrUnknownHashes = errors.New("package hash/maphash is not as gocheck knows it")

// OverlayHashes lays a changed package hash/maphash into a workspace, and what draws its seeds.
func (w *Workspace) OverlayHashes(c *cache.Cache, goroot string) error {
	dir := filepath.Join(goroot, "src", "hash", "maphash")
	made := map[string]string{"maphash_runtime.go": "rthash(buf []byte, seed uint64) uint64", "maphash.go": "return rthash(b, state)"}
	for name, has := range made {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Contains(text, []byte(has)) {
			return ErrUnknownHashes
		}
		if err != nil {
			return fmt.Errorf("reading package hash/maphash: %w", err)
		}
	}
	files, err := c.FillTree("std", map[string][]byte{"maphash.txt": []byte(hashesText), "hooks.txt": []byte(hooksText)})
	if err != nil {
		return fmt.Errorf("changing package hash/maphash: %w", err)
	}
	w.Overlay[filepath.Join(dir, "maphash_runtime.go")] = filepath.Join(files, "maphash.txt")
	w.Overlay[filepath.Join(dir, "maphash_purego.go")] = "" // there is none
	w.Overlay[filepath.Join(w.Own, "runtime", "access", "hashes", hashesFile)] = filepath.Join(files, "hooks.txt")
	return nil
}
