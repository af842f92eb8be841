package layout

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gocheck.dev/instrument/internal/cache"
)

// What draws at random below crypto asks the system, also where a function is given a reader: keys
// and signatures since Go 1.26. The one reader that all of it can be made to ask is for package
// testing/cryptotest to set, and the linker lets no other package do it. So a function is added to
// that package, which nobody but gocheck's own package entropy has to be compiled with.

const (
	cryptoFile  = "0gocheck_crypto.go"
	cryptoText  = "package cryptotest\n\nimport \"io\"\n\nfunc GocheckReader(r io.Reader) { randSetTestingReader(r) }\n"
	entropyText = `//go:build !fips140v1.0 && !goexperiment.boringcrypto

package entropy

import "testing/cryptotest"

func init() {
	cryptotest.GocheckReader(Reader{})
	asked = true
}
`
)

// hasText says whether this release of Go has a file, and a text in it.
func hasText(name, text string) (bool, error) {
	src, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("reading the standard library: %w", err)
	}
	return bytes.Contains(src, []byte(text)), nil
}

// OverlayCrypto lays into a workspace what makes all that draws below crypto ask package entropy,
// if the release of Go has a way.
func (w *Workspace) OverlayCrypto(c *cache.Cache, goroot string) error {
	dir := filepath.Join(goroot, "src", "testing", "cryptotest")
	if ok, err := hasText(filepath.Join(dir, "rand.go"), "func randSetTestingReader(r io.Reader)\n"); err != nil || !ok {
		return err
	}
	files, err := c.FillTree("std", map[string][]byte{"cryptotest.txt": []byte(cryptoText), "entropy.txt": []byte(entropyText)})
	if err != nil {
		return fmt.Errorf("adding to package cryptotest: %w", err)
	}
	w.Overlay[filepath.Join(dir, cryptoFile)] = filepath.Join(files, "cryptotest.txt")
	w.Overlay[filepath.Join(w.Own, "runtime", "access", "entropy", cryptoFile)] = filepath.Join(files, "entropy.txt")
	return nil
}
