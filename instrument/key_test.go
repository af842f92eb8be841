package instrument

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What the go command links is known by the name that it gives to it, and is hashed where
// there is none, or one of somebody's own, which another command may have, too.
func TestBuildID(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	build := func(flags ...string) string {
		exe := filepath.Join(dir, "exe")
		cmd := exec.Command("go", append(append([]string{"build", "-o", exe}, flags...), source)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go build %q: %v\n%s", flags, err, out)
		}
		return exe
	}
	exe := build()
	out, err := exec.Command("go", "tool", "buildid", exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(string(out))
	if runtime.GOOS != "linux" {
		want = ""
	}
	if got := buildID(exe); got != want {
		t.Errorf("the name is %q, want %q", got, want)
	}
	for _, id := range []string{"", "mine", "a/b/c/d"} {
		if got := buildID(build("-ldflags=-buildid=" + id)); got != "" {
			t.Errorf("-buildid=%s counts as a name: %q", id, got)
		}
	}
	if got := buildID(source); got != "" {
		t.Errorf("a text file is called %q", got)
	}
}
