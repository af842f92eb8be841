package instrument

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/internal/longtest"
)

// A go command that cannot build anything, for lack of memory or space, is not
// said to be gocheck's fault, nor the user's.
func TestFaultOfTheMachine(t *testing.T) {
	b := newBench(t, plainModule)
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(filepath.Dir(b.dir), "bin")
	words := filepath.Join(bin, "words")
	script := "#!/bin/sh\nif [ \"$1\" = test ]; then cat '" + words + "' >&2; exit 1; fi\nexec '" + real + "' \"$@\"\n"
	b.write(bin, "-- go --\n"+script)
	if err := os.Chmod(filepath.Join(bin, "go"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for said, want := range map[string]string{
		"# example.com/plain.test\n/go/pkg/tool/link: signal: killed":                                      "GOFLAGS=-p=1",
		"# example.com/plain.test\n/go/pkg/tool/link: mapping output file failed: no space left on device": "GOTMPDIR",
	} {
		b.write(bin, "-- words --\n"+said+"\n")
		bins, err := b.build(".")
		if err != nil {
			t.Fatal(err)
		}
		var be *BuildError
		if !errors.As(bins[0].Err, &be) || be.Own || !strings.Contains(be.Text, want) {
			t.Errorf("%q: got %v, want %q", said, bins[0].Err, want)
		}
	}
	if left, err := os.ReadDir(filepath.Join(b.cfg.Cache, "failed")); len(left) > 0 {
		t.Errorf("there is nothing to be inspected in %v %v", left, err)
	}
}

// Each folder in turn is a disk that is too small.
func TestFullDisk(t *testing.T) {
	longtest.Only(t)
	for _, variable := range []string{"GOTMPDIR", "GOCACHE", "GOCHECKCACHE"} {
		t.Run(variable, func(t *testing.T) {
			disk := t.TempDir()
			if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk).CombinedOutput(); err != nil {
				t.Skipf("no small disk can be made: %v: %s", err, out)
			}
			defer func() {
				if out, err := exec.Command("umount", disk).CombinedOutput(); err != nil {
					t.Errorf("umount %s: %v: %s", disk, err, out)
				}
			}()
			b := newBench(t, plainModule)
			b.cfg.Env = append(b.cfg.Env, variable+"="+disk)
			if variable == "GOCHECKCACHE" {
				b.cfg.Cache = disk
			}
			bins, err := b.build(".")
			if err == nil && len(bins) == 1 {
				err = bins[0].Err
			}
			var be *BuildError
			var le *gocmd.LoadError
			if !errors.As(err, &le) && !errors.As(err, &be) || be != nil && be.Own || !strings.Contains(err.Error(), "no space left in "+disk) || !strings.Contains(err.Error(), "set "+variable+" to") {
				t.Errorf("got %T %v", err, err)
			}
		})
	}
}
