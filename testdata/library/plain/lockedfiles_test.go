package plain

import (
	"go/parser"
	"go/token"
	htmltemplate "html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"text/template"
)

// Files and settings of the process by other ways than those of package os.

func lockedFile(t *testing.T, look func(path string) string) {
	path := filepath.Join(t.TempDir(), "x.go")
	os.WriteFile(path, []byte("package old"), 0o600)
	var got string
	two(func() { os.WriteFile(path, []byte("package new"), 0o600) }, func() { got = look(path) })
	if strings.Contains(got, "old") {
		t.Error(got)
	}
}

func TestBugLockedServeFile(t *testing.T) {
	lockedFile(t, func(p string) string {
		w := httptest.NewRecorder()
		http.ServeFile(w, httptest.NewRequest("GET", "/", nil), p)
		return w.Body.String()
	})
}

func TestBugLockedFileServer(t *testing.T) {
	lockedFile(t, func(p string) string {
		w := httptest.NewRecorder()
		http.FileServer(http.Dir(filepath.Dir(p))).ServeHTTP(w, httptest.NewRequest("GET", "/"+filepath.Base(p), nil))
		return w.Body.String()
	})
}

func TestBugLockedParseFile(t *testing.T) {
	lockedFile(t, func(p string) string {
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, 0)
		if err != nil {
			return ""
		}
		return f.Name.Name
	})
}

func TestBugLockedParseDir(t *testing.T) {
	lockedFile(t, func(p string) string {
		m, _ := parser.ParseDir(token.NewFileSet(), filepath.Dir(p), nil, 0)
		for k := range m {
			return k
		}
		return ""
	})
}

func TestBugLockedSyscallOpen(t *testing.T) {
	lockedFile(t, func(p string) string {
		fd, err := syscall.Open(p, syscall.O_RDONLY, 0)
		if err != nil {
			return ""
		}
		var b [20]byte
		n, _ := syscall.Pread(fd, b[:], 0)
		syscall.Close(fd)
		return string(b[:n])
	})
}

func TestBugLockedSyscallUnlink(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	os.WriteFile(path, nil, 0o600)
	var err error
	two(func() { syscall.Unlink(path) }, func() { _, err = os.Stat(path) })
	if err == nil {
		t.Error("there")
	}
}

func TestBugLockedSyscallMkdir(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	var err error
	two(func() { syscall.Mkdir(path, 0o700) }, func() { _, err = os.Stat(path) })
	if err != nil {
		t.Error("not there")
	}
}

func TestBugLockedSyscallStat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	var err error
	two(func() { os.Mkdir(path, 0o700) }, func() { var st syscall.Stat_t; err = syscall.Stat(path, &st) })
	if err != nil {
		t.Error("not there")
	}
}

func TestBugLockedAccess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	var err error
	two(func() { os.Mkdir(path, 0o700) }, func() { err = syscall.Access(path, 0) })
	if err != nil {
		t.Error("not there")
	}
}

func TestBugLockedUmask(t *testing.T) {
	old := syscall.Umask(0o022)
	n := 0
	two(func() { syscall.Umask(0o077) }, func() { n = syscall.Umask(0o027) })
	syscall.Umask(old)
	if n != 0o022 {
		t.Errorf("%o", n)
	}
}

func TestBugLockedUmask2(t *testing.T) {
	old := syscall.Umask(0o022)
	n := 0
	two(func() { syscall.Umask(0o077) }, func() { n = syscall.Umask(0o027) })
	syscall.Umask(old)
	if n == 0o022 {
		t.Errorf("%o", n)
	}
}

func TestBugLockedLookPath(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "h17x"), []byte("#!/bin/sh\n"), 0o700)
	old := os.Getenv("PATH")
	var err error
	two(func() { os.Setenv("PATH", dir) }, func() { _, err = exec.LookPath("h17x") })
	os.Setenv("PATH", old)
	if err != nil {
		t.Error(err)
	}
}

func TestBugLockedParseGlob(t *testing.T) {
	lockedFile(t, func(p string) string {
		m, err := template.ParseGlob(filepath.Join(filepath.Dir(p), "*.go"))
		var b strings.Builder
		if err == nil {
			m.Execute(&b, nil)
		}
		return b.String()
	})
}

func TestBugLockedParseFS(t *testing.T) {
	lockedFile(t, func(p string) string {
		m, err := htmltemplate.ParseFS(os.DirFS(filepath.Dir(p)), "*.go")
		var b strings.Builder
		if err == nil {
			m.Execute(&b, nil)
		}
		return b.String()
	})
}

func TestBugLockedParseFilesHTML(t *testing.T) {
	lockedFile(t, func(p string) string {
		m, err := htmltemplate.ParseFiles(p)
		var b strings.Builder
		if err == nil {
			m.Execute(&b, nil)
		}
		return b.String()
	})
}
