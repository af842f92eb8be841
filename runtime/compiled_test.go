package runtime_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// common is what rewritten packages mostly consist of.
const common = `package p

import (
	"sync"

	"gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/loops"
)

func F(p *int, s []string, m map[string]int, mu *sync.Mutex, n *int64, made chan int, f func()) {
	runtime.RegisterReset("p", f)
	runtime.RegisterRestore(f)
	runtime.RegisterState("p", p)
	if runtime.Quiet() || runtime.Resetting() || runtime.Controlled() {
		return
	}
	runtime.MutexLock(mu, 1)
	runtime.At(p, 2).Set(access.Get(p, 3) + 1)
	runtime.MapR(runtime.MapPut(m, "k", 4), 5)["k"] = runtime.Len(runtime.Made(made), 6)
	runtime.SliceW(runtime.SliceR(s, 7), 8)
	runtime.AddWord(10, n, 1)
	runtime.Go(11, runtime.Startable(loops.Clean(f), 12))
}
`

// TestCompiled: what a rewritten package compiles of this one is not much.
func TestCompiled(t *testing.T) {
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{if .Export}}packagefile {{.ImportPath}}={{.Export}}\n{{end}}", "./access", "./loops")
	config, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	dir := t.TempDir()
	for name, text := range map[string][]byte{"p.go": []byte(common), "importcfg": config} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compile := exec.Command("go", "tool", "compile", "-p=p", "-complete", "-importcfg=importcfg", "-bench=bench", "p.go")
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", compile, err, out)
	}
	bench, err := os.ReadFile(filepath.Join(dir, "bench"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`:compilefuncs.*? (\d+) funcs`).FindSubmatch(bench)
	if found == nil {
		t.Fatalf("no number of functions in:\n%s", bench)
	}
	if n, err := strconv.Atoi(string(found[1])); err != nil || n > 60 { // one that names a task adds a hundred
		t.Errorf("%s functions, %v", found[1], err)
	}
}
