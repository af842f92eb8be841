package instrument

import (
	"os"
	"path/filepath"
	"testing"
)

// What is unpacked compiles by itself, with the standard library only and as
// the language version that its go.mod says.
func TestOwnModuleCompiles(t *testing.T) {
	c, err := openCache(&Config{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	dir, err := c.unpackModule()
	if err != nil {
		t.Fatal(err)
	}
	for path := range ownPackages {
		sub := filepath.Join(dir, filepath.FromSlash(path[len(modulePath):]))
		if files, err := filepath.Glob(filepath.Join(sub, "*.go")); err != nil || len(files) == 0 {
			t.Errorf("%s was not unpacked: %v", path, err)
		}
	}
	b := &bench{t: t}
	b.cfg.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off", "GOWORK=off")
	b.goCmd(dir, "build", "./...")
}
