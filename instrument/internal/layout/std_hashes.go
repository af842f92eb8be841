package layout

import (
	_ "embed"
	"fmt"
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

// OverlayHashes lays a changed package hash/maphash into a workspace, and what draws its seeds, if
// the package is as gocheck knows it.
func (w *Workspace) OverlayHashes(c *cache.Cache, goroot string) (known bool, err error) {
	dir := filepath.Join(goroot, "src", "hash", "maphash")
	for name, text := range map[string]string{"maphash_runtime.go": "rthash(buf []byte, seed uint64) uint64", "maphash.go": "return rthash(b, state)"} {
		if ok, err := hasText(filepath.Join(dir, name), text); err != nil || !ok {
			return false, err
		}
	}
	files, err := c.FillTree("std", map[string][]byte{"maphash.txt": []byte(hashesText), "hooks.txt": []byte(hooksText)})
	if err != nil {
		return false, fmt.Errorf("changing package hash/maphash: %w", err)
	}
	w.Overlay[filepath.Join(dir, "maphash_runtime.go")] = filepath.Join(files, "maphash.txt")
	w.Overlay[filepath.Join(dir, "maphash_purego.go")] = "" // there is none
	w.Overlay[filepath.Join(w.Own, "runtime", "access", "hashes", hashesFile)] = filepath.Join(files, "hooks.txt")
	return true, nil
}
