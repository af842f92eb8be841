package surroundings

import (
	"os"
	"path/filepath"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	rt "gocheck.dev/runtime"
)

// executes makes what executes a test.
func executes(test func(*testing.T)) *rt.Execution {
	return rt.NewExecution(rt.Settings{}, rt.Test{Name: "TestX", Run: test})
}

func TestEnvironmentIsRestored(t *testing.T) {
	s := rt.RegisterSites(t.Name(), "p_test.go:1:1\tf\tx\n")
	const key = "GOCHECK_TEST_ENVIRONMENT"
	t.Setenv(key, "outer")
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, blocked := range []bool{false, true} {
		var dir string
		explore.Replay(executes(func(tt *testing.T) {
			dir = TTempDir(tt, s)
			if other := TTempDir(tt, s); other == dir || filepath.Dir(other) != filepath.Dir(dir) {
				t.Errorf("%s, %s", dir, other)
			}
			if err := os.WriteFile(filepath.Join(dir, "f"), nil, 0o600); err != nil {
				t.Error(err)
			}
			TSetenv(tt, s, key, "1", func() {})
			TSetenv(tt, s, key, "2", func() {})
			TChdir(tt, s, dir, func() {})
			if wd, _ := os.Getwd(); wd != dir || os.Getenv(key) != "2" {
				t.Errorf("%s %s", wd, os.Getenv(key))
			}
			if blocked {
				rt.BlockForever(s)
			}
		}), nil, checker.Options{Steps: 1000}, nil)
		if _, err := os.Stat(filepath.Dir(dir)); !os.IsNotExist(err) {
			t.Errorf("the temporary directory is left: %v", err)
		}
		if wd, _ := os.Getwd(); wd != before || os.Getenv(key) != "outer" {
			t.Errorf("%s %s", wd, os.Getenv(key))
		}
	}
}

// What the program does to the environment by itself is undone too.
func TestEnvironmentOfTheProgram(t *testing.T) {
	s := rt.RegisterSites(t.Name(), "p_test.go:1:1\tf\tx\n")
	const key, other = "GOCHECK_TEST_ENVIRONMENT", "GOCHECK_TEST_OTHER"
	t.Setenv(key, "outer")
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	x := executes(func(tt *testing.T) {
		if _, there := os.LookupEnv(other); there || os.Getenv(key) != "outer" {
			t.Error("an earlier execution shows")
		}
		dir := TTempDir(tt, s)
		dirs = append(dirs, dir)
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%v, %v", entries, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "f"), nil, 0o600); err != nil {
			t.Error(err)
		}
		rt.Environment().KeepVar(other)
		rt.Environment().KeepVar(key)
		rt.Environment().KeepDir()
		if os.Setenv(other, "1") != nil || os.Unsetenv(key) != nil || os.Chdir(dir) != nil {
			t.Error("the environment cannot be changed")
		}
		TSetenv(tt, s, key, "inner", func() {})
		os.Setenv(key, "own")
	})
	for range 2 {
		explore.Replay(x, nil, checker.Options{}, nil)
		_, there := os.LookupEnv(other)
		if wd, _ := os.Getwd(); wd != before || os.Getenv(key) != "outer" || there {
			t.Errorf("%s, %q, %t", wd, os.Getenv(key), there)
		}
	}
	if dirs[0] != dirs[1] {
		t.Errorf("the temporary directory is %s, and then %s", dirs[0], dirs[1])
	}
	if _, err := os.Stat(dirs[0]); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", dirs[0], err)
	}
}

// A test that changes the process is alone, and nobody around it is parallel.
func TestAlone(t *testing.T) {
	s := rt.RegisterSites(t.Name(), "p_test.go:1:1\tf\tx\n")
	const want = "testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel"
	for _, test := range []func(*testing.T){
		func(tt *testing.T) {
			rt.TParallel(tt, s)
			rt.TRun(tt, s, "sub", func(tt *testing.T) { TSetenv(tt, s, "GOCHECK_TEST_PARALLEL", "1", func() {}) })
		},
		func(tt *testing.T) {
			rt.TParallel(tt, s)
			TChdir(tt, s, os.TempDir(), func() {})
		},
		func(tt *testing.T) {
			TSetenv(tt, s, "GOCHECK_TEST_PARALLEL", "1", func() {})
			rt.TParallel(tt, s)
		},
	} {
		out := explore.Replay(executes(test), nil, checker.Options{}, nil)
		if f := out.Outcome.Failure; f == nil || f.Kind != "panic" || f.Message != want {
			t.Errorf("%+v, want %s", f, want)
		}
	}
}
