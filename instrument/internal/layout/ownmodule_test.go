package layout

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/cache"
)

// What is unpacked compiles by itself, with the standard library only and as
// the language version that its go.mod says.
func TestOwnModuleCompiles(t *testing.T) {
	own, err := cache.DefaultDir()
	if err != nil {
		t.Fatal(err)
	}
	c, err := cache.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := UnpackModule(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(profile))); err != nil {
		t.Error(err)
	}
	cmd := exec.Command("go", "build", "./", "./checker/...", "./runtime/...", "./internal/verbs", "./internal/wire", "./internal/wording", "./linear")
	cmd.Dir = dir
	// In that place, and with those flags, a run of gocheck compiles the same.
	cmd.Env = append(os.Environ(), "GOFLAGS="+BuildFlags("", dir), "GOPROXY=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", cmd, err, out)
	}
}

// What the compiler is to inline is said to it, wherever the module lies.
func TestBuildFlags(t *testing.T) {
	for name, quoted := range map[string]string{
		"c":   "-gcflags=gocheck.dev/checker/...=-pgoprofile=OWN -gcflags=gocheck.dev/runtime/...=-pgoprofile=OWN ",
		"c d": `'-gcflags=gocheck.dev/checker/...="-pgoprofile=OWN"' '-gcflags=gocheck.dev/runtime/...="-pgoprofile=OWN"' `,
		"c'd": "",
	} {
		own := filepath.Join(t.TempDir(), name)
		file := filepath.Join(own, "runtime", "hot.pprof")
		for _, profiled := range []string{"", strings.ReplaceAll(quoted, "OWN", file)} {
			if got, want := BuildFlags(`-mod=vendor "-ldflags=-s -w" -v`, own), "-mod=readonly -ldflags=-w "+profiled+"'-ldflags=-s -w' -v"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
