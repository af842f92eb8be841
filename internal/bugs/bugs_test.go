package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The modules are complete, and their fixed versions are other ones.
func TestModules(t *testing.T) {
	root := filepath.Join("..", "..", filepath.FromSlash(modules))
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		n++
		dir := filepath.Join(root, e.Name())
		text, err := about(dir)
		if err != nil || len(text) < 10 || strings.HasSuffix(text, ".") {
			t.Errorf("%s: about %q, %v", e.Name(), text, err)
		}
		module, buggy, err := pinned(filepath.Join(dir, "go.mod"))
		if err != nil {
			t.Error(err)
		}
		same, fixed, err := pinned(filepath.Join(dir, "go.mod.fixed"))
		if err != nil {
			t.Error(err)
		}
		if same != module || fixed == buggy {
			t.Errorf("%s: %s %s is not another version of %s %s", e.Name(), same, fixed, module, buggy)
		}
		for _, sums := range []struct{ file, version string }{{"go.sum", buggy}, {"go.sum.fixed", fixed}} {
			content, err := os.ReadFile(filepath.Join(dir, sums.file))
			if err != nil || !bytes.Contains(content, []byte(module+" "+sums.version+" h1:")) {
				t.Errorf("%s: %s has no sum of %s %s (%v)", e.Name(), sums.file, module, sums.version, err)
			}
		}
	}
	if n < 8 {
		t.Errorf("%d modules", n)
	}
}

func TestRead(t *testing.T) {
	const printed = `{"Action":"output","Output":"said "}
{"Action":"failure","Kind":"fatal","Message":"m","Pos":"x.go:1:2","Schedule":"s","Execution":3}
{"Action":"failure","Kind":"race","Message":"another"}
{"Action":"result","Verdict":"fail","Executions":3,"Elapsed":0.5}
`
	got, err := read(bytes.NewBufferString(printed), "warned ")
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict != "fail" || got.Kind != "fatal" || got.Schedule != "s" || got.Executions != 3 || got.text != "warned said " {
		t.Errorf("%+v", got)
	}
	b := bug{found: got}
	if err := b.check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*outcome){
		"passes":          func(o *outcome) { o.Verdict = "pass" },
		"saves nothing":   func(o *outcome) { o.Schedule = "" },
		"many executions": func(o *outcome) { o.Executions = maxExecutions + 1 },
		"late":            func(o *outcome) { o.Elapsed = maxSeconds + 1 },
	} {
		b := bug{found: got}
		change(&b.found)
		if b.check() == nil {
			t.Errorf("%s: taken for a bug found in time", name)
		}
	}
	if _, err := read(bytes.NewBufferString(printed+printed), ""); err == nil {
		t.Error("two results are taken for one")
	}
	if _, err := read(new(bytes.Buffer), "build failed"); err == nil || !strings.Contains(err.Error(), "build failed") {
		t.Errorf("no result: %v", err)
	}
}
