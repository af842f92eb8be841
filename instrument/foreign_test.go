package instrument

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

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
		g := &goCommand{vars: map[string]string{"GOOS": c.goos, "GOARCH": c.arch, "GOHOSTOS": c.host, "GOHOSTARCH": c.hostArch}}
		got, err := g.runner()
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
	g := &goCommand{vars: map[string]string{"GOOS": "linux", "GOARCH": "s390x", "GOHOSTOS": "linux", "GOHOSTARCH": "amd64"}}
	if _, err := g.runner(); (err == nil) != translates() {
		t.Errorf("s390x: %v, and some emulator is installed: %v", err, translates())
	}
}

// What is slow on a processor is said, of those that it is true of.
func TestSayApart(t *testing.T) {
	for arch, slow := range map[string]bool{"amd64": false, "arm64": false, "386": false, "riscv64": true, "s390x": true} {
		var said strings.Builder
		(&goCommand{vars: map[string]string{"GOARCH": arch}}).sayApart(&said)
		if strings.Contains(said.String(), "on "+arch+" goroutines are told apart") != slow {
			t.Errorf("%s: %q", arch, &said)
		}
	}
}

// What cannot be run is not built.
func TestForeign(t *testing.T) {
	b := newBench(t, plainModule)
	foreign := "windows"
	if runtime.GOOS == "windows" {
		foreign = "linux"
	}
	b.cfg.Env = append(b.cfg.Env, "GOOS="+foreign, "GOARCH=amd64")
	_, err := Build(context.Background(), b.cfg)
	var load *LoadError
	if !errors.As(err, &load) || !strings.Contains(err.Error(), "GOOS="+foreign+" GOARCH=amd64") {
		t.Errorf("%v", err)
	}
	if entries, err := os.ReadDir(filepath.Join(b.cfg.Cache, "bin")); err == nil && len(entries) > 0 {
		t.Errorf("%d binaries were built", len(entries))
	}
}
