//go:build unix

package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A tree has a module with source, and a secret beside it that links in the module
// lead to in every way.
func tree(t *testing.T) (module, secret string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	module, secret = filepath.Join(dir, "module"), filepath.Join(dir, "secret.go")
	for _, d := range []string{filepath.Join(module, "sub"), filepath.Join(module, ".git"), filepath.Join(dir, "module2")} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		secret: "secret", filepath.Join(dir, "module2", "x.go"): "secret",
		filepath.Join(module, "sub", "x.go"): "source", filepath.Join(module, ".git", "config"): "secret", filepath.Join(module, ".env"): "secret",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"out.go": "../secret.go", "absolute.go": secret, "up": "..", "zero.go": "/dev/zero", "again.go": "out.go", "in.go": "sub/x.go",
		"inabsolute.go": filepath.Join(module, "sub", "x.go"), "round.go": "round.go", "git": ".git", "gone.go": "nothing.go",
	} {
		if err := os.Symlink(to, filepath.Join(module, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(module, "pipe.go"), 0o666); err != nil {
		t.Fatal(err)
	}
	return module, secret
}

// TestBelow: whatever a path looks like, source in the folders is read and nothing else
// is opened.
func TestBelow(t *testing.T) {
	module, secret := tree(t)
	alias := filepath.Join(t.TempDir(), "alias")
	if err := os.Symlink(module, alias); err != nil {
		t.Fatal(err)
	}
	var opened []string
	Opened = func(path string) { opened = append(opened, path) }
	t.Cleanup(func() { Opened = nil })
	huge := filepath.Join(module, "huge.go")
	if err := os.WriteFile(huge, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, Source+1); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{module, alias} {
		below := Below{"", "relative", filepath.Join(module, "nowhere"), folder}
		for _, name := range []string{"sub/x.go", "in.go", "inabsolute.go", "sub/../sub/x.go", "up/module/sub/x.go"} {
			if got, err := below.Read(filepath.Join(folder, "/")+"/"+name, time.Time{}); string(got) != "source" {
				t.Errorf("%s in %s: %q, %v", name, folder, got, err)
			}
		}
		opened = nil
		for _, name := range []string{
			"out.go", "absolute.go", "again.go", "up/secret.go", "../secret.go", "../module2/x.go", "up/module2/x.go", "zero.go", "pipe.go", "huge.go",
			"round.go", "gone.go", ".git/config", "git/config", ".env", "sub/../.env", "sub", ".", "..", "", "sub/x.go/", "sub/x.go\x00", strings.Repeat("x", 5000),
		} {
			if got, err := below.Read(folder+"/"+name, time.Time{}); err == nil {
				t.Errorf("%q in %s is read: %q", name, folder, got)
			}
		}
		for _, path := range []string{secret, "/dev/zero", "/etc/passwd", "sub/x.go", "", "/"} {
			if got, err := below.Read(path, time.Time{}); err == nil {
				t.Errorf("%s is read: %.20q", path, got)
			}
		}
		if opened != nil {
			t.Errorf("opened: %q", opened)
		}
	}
}

// TestChanged: source that is younger than what names its lines is not shown.
func TestChanged(t *testing.T) {
	module, _ := tree(t)
	file := filepath.Join(module, "sub", "x.go")
	if _, err := (Below{module}).Read(file, time.Now().Add(time.Hour)); err != nil {
		t.Error(err)
	}
	if _, err := (Below{module}).Read(file, time.Now().Add(-time.Hour)); err == nil {
		t.Error("what has changed is read")
	}
}

// TestRead: a file that the user names may be anywhere, but it is a file, and small
// enough.
func TestRead(t *testing.T) {
	module, secret := tree(t)
	for _, path := range []string{secret, filepath.Join(module, "out.go")} {
		if got, err := Read(path, 6); err != nil || string(got) != "secret" {
			t.Errorf("%q, %v", got, err)
		}
	}
	for path, want := range map[string]string{
		secret:                           "larger than 0 MiB",
		module:                           "is a folder",
		filepath.Join(module, "zero.go"): "no regular file",
		filepath.Join(module, "pipe.go"): "no regular file",
		"/dev/zero":                      "no regular file",
		filepath.Join(module, "gone.go"): "no such file",
	} {
		if got, err := Read(path, 5); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v; want %q", path, got, err, want)
		}
	}
}
