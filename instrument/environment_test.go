package instrument

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// What the machine is to blame for is said so, with the folder and what to do;
// what the compiler says of source is not, whatever it quotes.
func TestObstacle(t *testing.T) {
	g := &goCommand{cache: "/c/gocheck", vars: map[string]string{"GOTMPDIR": "/big/tmp", "GOCACHE": "/c/go-build", "GOMODCACHE": "/m"}}
	for _, test := range []struct{ text, want string }{
		{"# p.test\n/go/tool/link: mapping output file failed: no space left on device", "no space left in /big/tmp, where the go command compiles: make room there, or set GOTMPDIR"},
		{"# internal/abi\ncompile: writing output: write $WORK/b003/_pkg_.a: no space left on device\n", "no space left in /big/tmp"},
		{"copying /big/tmp/go-build1/b001/p.test to /c/gocheck/tmp/12/test.exe: write /c/gocheck/tmp/12/test.exe: no space left on device", "no space left in /c/gocheck, gocheck's cache: make room there, where all may be deleted, or set GOCHECKCACHE"},
		{"write /c/go-build/a3/a3b4-d: disk quota exceeded", "no space left in /c/go-build, the go command's cache: make room there (go clean -cache), or set GOCACHE"},
		{"a.c:1: fatal error: x\ncc1: fatal error: error writing to /tmp/ccIuXqGd.s: No space left on device", "GOTMPDIR"},
		{"go: writing stat cache: open /m/cache/download/x: read-only file system", "/m, where the go command puts modules, cannot be used: it needs other permissions, or GOMODCACHE"},
		{"p.test: /go/tool/link: signal: killed", "killed or got no memory"},
		{"/go/tool/compile: fork/exec /go/tool/compile: cannot allocate memory", "(GOFLAGS=-p=1)"},
		{"fatal error: runtime: out of memory", "got no memory"},

		{`./a.go:3:5: undefined: "no space left on device"`, ""},
		{"a_test.go:3: vet: signal: killed", ""},
		{"open /home/me/m/secret.go: permission denied", ""}, // the user's own
		{"open /big/tmp/m/secret.go: permission denied", ""},
		{"making a work directory for go test: mkdir /big/tmp/gocheck123: permission denied", "/big/tmp, where the go command compiles, cannot be used"},
		{"package p is not in std", ""},
		{"", ""},
	} {
		got := g.obstacle(test.text)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q:\ngot  %q\nwant %q", test.text, got, test.want)
		}
		if said := strings.TrimSpace(test.text); got != "" && !strings.HasSuffix(got, said[strings.LastIndex(said, "\n")+1:]) {
			t.Errorf("%q: what was said is missing: %q", test.text, got)
		}
	}
}

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
			var le *LoadError
			if !errors.As(err, &le) && !errors.As(err, &be) || be != nil && be.Own || !strings.Contains(err.Error(), "no space left in "+disk) || !strings.Contains(err.Error(), "set "+variable+" to") {
				t.Errorf("got %T %v", err, err)
			}
		})
	}
}
