package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// declared is what the examples of `gocheck help kinds` mention.
const declared = `
	counter, balance, hits := 1, -1, 0
	var a, b, mu sync.Mutex
	var ready atomic.Bool
	results, jobs := make(chan int), make(chan int, 1)
	query := func() int { return 1 }
	_, _, _, _, _, _, _ = counter, balance, hits, &ready, results, jobs, query
	_, _, _ = &a, &b, &mu
`

// helpKinds explores the examples of `gocheck help kinds`: each fails in the
// way that it is an example of. Where there are two lines each is a goroutine.
func helpKinds(t *testing.T, repository, cache string) {
	text, err := os.ReadFile(filepath.Join(repository, "internal", "cli", "help", "kinds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var src strings.Builder
	src.WriteString("package kinds\n\nimport (\n\"runtime\"\n\"sync\"\n\"sync/atomic\"\n\"testing\"\n\n\"gocheck.dev\"\n)\n\n" +
		"var _, _ = runtime.Gosched, gocheck.Assert\n")
	want := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z]+): (?:[^\n]+\n)+\n((?:\t[^\n]*\n)+)`).FindAllStringSubmatch(string(text), -1) {
		kind, lines := m[1], strings.Split(strings.TrimSpace(m[2]), "\n")
		name := "Test" + strings.ToUpper(kind[:1]) + kind[1:]
		want[name] = kind
		fmt.Fprintf(&src, "\nfunc %s(t *testing.T) {%s", name, declared)
		if len(lines) == 1 {
			src.WriteString(lines[0] + "\n}\n")
			continue
		}
		src.WriteString("var wg sync.WaitGroup\n")
		for _, line := range lines {
			src.WriteString("wg.Go(func() {" + strings.Replace(line, "//", "\n//", 1) + "\n})\n")
		}
		src.WriteString("wg.Wait()\n}\n")
	}
	if len(want) != 9 { // all but divergence, which no few lines make
		t.Fatalf("examples of %v", want)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"kinds_test.go": src.String(),
		"go.mod":        "module example.com/kinds\n\ngo 1.26.0\n\nrequire gocheck.dev v0.0.0\n\nreplace gocheck.dev => " + repository + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("gocheck", "-json", "-count=1", "-save=false", "-leaks=all")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOCHECKCACHE="+cache, "GOPROXY=off", "GOFLAGS=", "PWD="+dir)
	out, err := cmd.CombinedOutput()
	got := map[string]string{}
	for line := range strings.Lines(string(out)) {
		var e struct{ Action, Test, Kind string }
		if err := json.Unmarshal([]byte(line), &e); err == nil && e.Action == "failure" {
			got[e.Test] = e.Kind
		}
	}
	for name, kind := range want {
		if got[name] != kind {
			t.Errorf("the example of %s in gocheck help kinds fails as %q", kind, got[name])
		}
	}
	if t.Failed() {
		t.Logf("%s\n%s%v", &src, out, err)
	}
}
