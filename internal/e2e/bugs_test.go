package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gocheck.dev/internal/longtest"
)

// Real bugs of real packages: found in the version that has them, the same way
// again whenever the saved schedule is replayed, and not in the version that
// fixed them. By default the README's alone: the others' packages have to be compiled.
// Those with many dependencies are left to `make bugs`.
func TestBugs(t *testing.T) {
	longtest.Only(t)
	for _, bug := range []struct{ module, test, fixed string }{
		{"clockwork-ticker", "gctest/clockworkticker.TestFakeTickerTicks", "pass"},
		{"cron-entries", "gctest/cronentries.TestCronEntriesConcurrent", "pass"},
		{"pond-dispatcher-close", "gctest/ponddispatch.TestPondNoSendOnClosed", "incomplete"},
		{"pond-submit-wakeup", "gctest/pondwakeup.TestPondBlockedSubmitWakes", "pass"},
		{"suture-servebackground", "gctest/suturebg.TestSutureServeBackgroundReturns", "pass"},
		{"sync-semaphore", "gctest/syncsemaphore.TestSemaphoreCancelWakesNext", "pass"},
	} {
		t.Run(bug.module, func(t *testing.T) {
			dir := module(t, "bugs/"+bug.module)
			before := files(t, dir)
			r := explore(t, dir, "-budget=10s", "-p=1", ".")
			failure := r.failures[bug.test]
			if r.exit != 1 || r.results[bug.test].Verdict != "fail" || failure.Schedule == "" {
				t.Fatalf("the bug was not found: exit status %d\n%s", r.exit, r.text)
			}
			for name, content := range before {
				if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != content {
					t.Errorf("%s was changed: %v\n%s", name, err, got)
				}
			}
			for range 5 {
				again := replay(t, dir, failure.Schedule)
				got := again.failures[bug.test]
				if again.exit != 1 || got.Kind != failure.Kind || got.Message != failure.Message || got.Pos != failure.Pos {
					t.Fatalf("replay: want %+v\ngot exit status %d\n%s", failure, again.exit, again.text)
				}
			}
		})
		t.Run(bug.module+"-fixed", func(t *testing.T) {
			dir := module(t, "bugs/"+bug.module)
			for _, name := range []string{"go.mod", "go.sum"} {
				if err := os.Rename(filepath.Join(dir, name+".fixed"), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			download(t, dir)
			flags := []string{"-budget=1m", "."}
			if bug.fixed == "incomplete" { // too large to be explored to the end
				flags[0] = "-executions=1000"
			}
			r := explore(t, dir, flags...)
			got := r.results[bug.test]
			if r.exit != 0 || got.Verdict != bug.fixed {
				t.Fatalf("exit status %d, result %+v\n%s", r.exit, got, r.text)
			}
			t.Logf("%d executions", got.Executions)
		})
	}
}

// module makes a copy of a module below testdata, whose dependencies are there.
func module(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), filepath.Base(name))
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	download(t, dir)
	return dir
}

func download(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: the module's dependencies are neither in the module cache nor to be had: %v\n%s", err, out)
	}
}

// files returns the contents of the files of a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	contents := make(map[string]string, len(entries))
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		contents[e.Name()] = string(content)
	}
	return contents
}
