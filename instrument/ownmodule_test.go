package instrument

import (
	"os"
	"path/filepath"
	"testing"
)

// What is unpacked compiles by itself, with the standard library only and as
// the language version that its go.mod says.
func TestOwnModuleCompiles(t *testing.T) {
	c, err := openCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir, err := c.unpackModule()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(profile))); err != nil {
		t.Error(err)
	}
	b := &bench{t: t}
	b.cfg.Env = append(os.Environ(), "GOFLAGS=-mod=readonly -trimpath", "GOPROXY=off", "GOWORK=off")
	b.goCmd(dir, "build", "./", "./checker", "./runtime/...", "./internal/wire")
}
