package instrument

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/gocmd"
)

// What cannot be run is not built.
func TestForeign(t *testing.T) {
	b := newBench(t, plainModule)
	foreign := "windows"
	if runtime.GOOS == "windows" {
		foreign = "linux"
	}
	b.cfg.Env = append(b.cfg.Env, "GOOS="+foreign, "GOARCH=amd64")
	_, err := Build(context.Background(), b.cfg)
	var load *gocmd.LoadError
	if !errors.As(err, &load) || !strings.Contains(err.Error(), "GOOS="+foreign+" GOARCH=amd64") {
		t.Errorf("%v", err)
	}
	if entries, err := os.ReadDir(filepath.Join(b.cfg.Cache, "bin")); err == nil && len(entries) > 0 {
		t.Errorf("%d binaries were built", len(entries))
	}
}
