package surroundings

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/telling"
)

// TTempDir is the method TempDir of testing.T.
func TTempDir(t *testing.T, s rt.Site) string {
	r := rt.TestOf(t)
	if r == nil {
		t.Helper()
		return t.TempDir()
	}
	r.Turn(s, "t.TempDir")
	// A cleanup may have removed it already.
	if _, err := os.Stat(r.Dirs.Temp); r.Dirs.Temp == "" || os.IsNotExist(err) {
		r.Dirs.Temp = directory(r, t, s, "TempDir", t.Name())
	}
	r.Dirs.Temps++
	dir := fmt.Sprintf("%s%c%03d", r.Dirs.Temp, os.PathSeparator, r.Dirs.Temps)
	if err := os.Mkdir(dir, 0o777); err != nil {
		telling.TFatalf(t, s, "TempDir: %v", err)
	}
	return dir
}

// directory makes a temporary directory that is removed by a cleanup.
func directory(r *rt.RunningTest, t *testing.T, s rt.Site, method, name string) string {
	dir, err := rt.Environment().TempDir(name)
	if err != nil {
		telling.TFatalf(t, s, "%s: %v", method, err)
	}
	r.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			telling.TErrorf(t, s, "%s RemoveAll cleanup: %v", method, err)
		}
	})
	return dir
}

// TArtifactDir is the method ArtifactDir of testing.T: always a temporary
// directory, since no artifacts are kept of an execution.
func TArtifactDir(t *testing.T, s rt.Site) string {
	r := rt.TestOf(t)
	if r == nil {
		t.Helper()
		return ArtifactDir(t)
	}
	if r.Dirs.Artifacts == "" {
		r.Dirs.Artifacts = directory(r, t, s, "ArtifactDir", t.Name()+"_artifacts")
	}
	return r.Dirs.Artifacts
}

// ArtifactDir calls a method that is new in Go 1.26.
func ArtifactDir(tb testing.TB) string {
	return tb.(interface{ ArtifactDir() string }).ArtifactDir()
}

// TSetenv is the method Setenv of testing.T. announce comes before each change.
func TSetenv(t *testing.T, s rt.Site, key, value string, announce func()) {
	announce()
	r := rt.TestOf(t)
	if r == nil {
		t.Helper()
		t.Setenv(key, value)
		return
	}
	r.BeAlone()
	old, had := os.LookupEnv(key)
	rt.Environment().KeepVar(key) // for a test that does not come to its cleanups
	if err := os.Setenv(key, value); err != nil {
		telling.TFatalf(t, s, "cannot set environment variable: %v", err)
	}
	r.Cleanup(func() {
		announce()
		if had {
			os.Setenv(key, old)
		} else {
			os.Unsetenv(key)
		}
	})
}

// TChdir is the method Chdir of testing.T. announce comes before each change.
func TChdir(t *testing.T, s rt.Site, dir string, announce func()) {
	announce()
	r := rt.TestOf(t)
	if r == nil {
		t.Helper()
		t.Chdir(dir)
		return
	}
	r.BeAlone()
	rt.Environment().KeepDir()
	old, err := os.Getwd()
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		telling.TFatal(t, s, err)
	}
	if runtime.GOOS != "windows" && runtime.GOOS != "plan9" {
		if !filepath.IsAbs(dir) {
			if dir, err = os.Getwd(); err != nil {
				telling.TFatal(t, s, err)
			}
		}
		TSetenv(t, s, "PWD", dir, announce)
	}
	r.Cleanup(func() {
		announce()
		if err := os.Chdir(old); err != nil {
			panic("testing.Chdir: " + err.Error())
		}
	})
}
