package gocmd

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// What the machine is to blame for is said so, with the folder and what to do;
// what the compiler says of source is not, whatever it quotes.
func TestObstacle(t *testing.T) {
	g := &Command{cache: "/c/gocheck", vars: map[string]string{"GOTMPDIR": "/big/tmp", "GOCACHE": "/c/go-build", "GOMODCACHE": "/m"}}
	for _, test := range []struct{ text, want string }{
		{"# p.test\n/go/tool/link: mapping output file failed: no space left on device", "no space left in /big/tmp, where the go command compiles: make room there, or set GOTMPDIR"},
		{"# internal/abi\ncompile: writing output: write $WORK/b003/_pkg_.a: no space left on device\n", "no space left in /big/tmp"},
		{"copying /big/tmp/go-build1/b001/p.test to /c/gocheck/tmp/12/test.exe: write /c/gocheck/tmp/12/test.exe: no space left on device", "no space left in /c/gocheck, gocheck's cache: make room there, where all may be deleted, or set GOCHECKCACHE"},
		{"write /c/go-build/a3/a3b4-d: disk quota exceeded", "no space left in /c/go-build, the go command's cache: make room there (go clean -cache), or set GOCACHE"},
		{"a.c:1: fatal error: x\ncc1: fatal error: error writing to /tmp/ccIuXqGd.s: No space left on device", "GOTMPDIR"},
		{"go: writing stat cache: open /m/cache/download/x: read-only file system", "/m, where the go command puts modules, cannot be used: it needs other permissions, or GOMODCACHE"},
		{"p.test: /go/tool/link: signal: killed", "killed or got no memory"},
		{"gocheck.dev/runtime: /go/tool/compile: signal: terminated", "was ended from outside: run gocheck again"},
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
		got := g.Obstacle(test.text)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q:\ngot  %q\nwant %q", test.text, got, test.want)
		}
		if said := strings.TrimSpace(test.text); got != "" && !strings.HasSuffix(got, said[strings.LastIndex(said, "\n")+1:]) {
			t.Errorf("%q: what was said is missing: %q", test.text, got)
		}
	}
}

func TestRunner(t *testing.T) {
	programs := t.TempDir()
	t.Setenv("PATH", programs)
	wrapper := filepath.Join(programs, "go_plan9_mips_exec")
	if runtime.GOOS == "windows" {
		wrapper += ".exe"
	}
	if err := os.WriteFile(wrapper, []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		goos, arch, host, hostArch string
		want                       string // "no": refused
	}{
		{"linux", "amd64", "linux", "amd64", ""},
		{"windows", "arm64", "windows", "arm64", ""},
		{"plan9", "mips", "plan9", "mips", ""},
		{"plan9", "mips", "linux", "amd64", wrapper},
		{"plan9", "mips", "plan9", "amd64", wrapper},
		{"linux", "386", "linux", "amd64", ""},
		{"windows", "386", "windows", "amd64", ""},
		{"darwin", "amd64", "darwin", "arm64", ""},
		{"windows", "amd64", "linux", "amd64", "no"},
		{"darwin", "amd64", "linux", "amd64", "no"},
		{"linux", "amd64", "darwin", "amd64", "no"},
		{"js", "wasm", "linux", "amd64", "no"},
		{"windows", "386", "linux", "386", "no"},
	} {
		g := &Command{vars: map[string]string{"GOOS": c.goos, "GOARCH": c.arch, "GOHOSTOS": c.host, "GOHOSTARCH": c.hostArch}}
		got, err := g.Runner()
		switch {
		case c.want == "no":
			if err == nil || !strings.Contains(err.Error(), "go_"+c.goos+"_"+c.arch+"_exec") || !strings.Contains(err.Error(), "unset GOOS and GOARCH") {
				t.Errorf("%+v: %q, %v", c, got, err)
			}
		case err != nil || got != c.want:
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
	// An emulator for all programs is not known before it is tried.
	g := &Command{vars: map[string]string{"GOOS": "linux", "GOARCH": "s390x", "GOHOSTOS": "linux", "GOHOSTARCH": "amd64"}}
	if _, err := g.Runner(); (err == nil) != translates() {
		t.Errorf("s390x: %v, and some emulator is installed: %v", err, translates())
	}
}

// What is slow on a processor is said, of those that it is true of.
func TestSayApart(t *testing.T) {
	for arch, slow := range map[string]bool{"amd64": false, "arm64": false, "386": false, "riscv64": true, "s390x": true} {
		var said strings.Builder
		(&Command{vars: map[string]string{"GOARCH": arch}}).SayApart(&said)
		if strings.Contains(said.String(), "on "+arch+" goroutines are told apart") != slow {
			t.Errorf("%s: %q", arch, &said)
		}
	}
}

func TestSplitFlags(t *testing.T) {
	got := SplitFlags(` -tags=a,b "-ldflags=-s -w"	'-gcflags=all=-N -l' -v`)
	want := []string{"-tags=a,b", "-ldflags=-s -w", "-gcflags=all=-N -l", "-v"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
