package runtime

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// What the program does to the environment by itself is undone too.
func TestEnvironmentOfTheProgram(t *testing.T) {
	s := testSites(t, "x")
	const key, other = "GOCHECK_TEST_ENVIRONMENT", "GOCHECK_TEST_OTHER"
	t.Setenv(key, "outer")
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	x := newExecution(Settings{}, func() {
		runTest("TestX", func(tt *testing.T) {
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
			Environment().KeepVar(other)
			Environment().KeepVar(key)
			Environment().KeepDir()
			if os.Setenv(other, "1") != nil || os.Unsetenv(key) != nil || os.Chdir(dir) != nil {
				t.Error("the environment cannot be changed")
			}
			TSetenv(tt, s, key, "inner")
			os.Setenv(key, "own")
		})
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

// A goroutine that runs before the executions is held while they do.
func TestStrays(t *testing.T) {
	process.commanded = true
	defer func() { process.commanded = false }()
	s := testSites(t, "x")
	goOn, passed := make(chan bool), make(chan bool)
	Go(s, func() {
		<-goOn
		Gosched(s)
		passed <- true
	})
	release := process.strays.Hold()
	close(goOn)
	select {
	case <-passed:
		t.Error("it is not held")
	case <-time.After(50 * time.Millisecond):
		release()
		<-passed
	}
	for process.strays.Any() {
		runtime.Gosched()
	}
}
