package cli

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/flagvalue"
)

// completing is a module with packages, tests and schedules.
func completing(t *testing.T) *App {
	t.Helper()
	a, _, _ := fakeApp(t)
	for name, text := range map[string]string{
		"x.go":      "package x",
		"x_test.go": "package x\nfunc TestOne(t *testing.T) {}\nfunc TestTwo(t *testing.T) {}\nfunc helper() {}\nfunc TestMain(m *testing.M) {}\n} it does not parse",
		"testdata/gocheck/TestOne/0123456789abcdef": "",
		"testdata/p/p.go":                  "package p",
		"a/b/b.go":                         "package b",
		"a/b/testdata/gocheck/TestB/fedc":  "",
		"a/c/c.go":                         "package c",
		"a/_ignored/i.go":                  "package i",
		"vendor/v/v.go":                    "package v",
		".git/g.go":                        "package g",
		"docs/readme.md":                   "",
		"a/b/testdata/gocheck/TestB/.tmp1": "",
	} {
		name = filepath.Join(a.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func words(all []candidate) string {
	var w []string
	for _, c := range all {
		w = append(w, c.word)
	}
	return strings.Join(w, " ")
}

func TestComplete(t *testing.T) {
	a := completing(t)
	for _, tt := range []struct {
		line string // up to the cursor
		want string
	}{
		{"re", "replay repro record"},
		{"-al", "-algo"},
		{"--al", "--algo"},
		{"-algo cl", "closure"},
		{"-algo=cl", "-algo=closure"},
		{"-algo = cl", "-algo=closure"}, // bash
		{"-algo =", ""},                 // see below
		{"-queue ", "fifo unordered"},
		{"-queue=u", "-queue=unordered"},
		{"-v -queue f", "fifo"},
		{"-v=t", "-v=true"},
		{"-sav", "-save=false"},
		{"-run TestT", "TestTwo"},
		{"-run Nothing", ""},
		{"-p ", ""},
		{"-junit ", ":files"},
		{"-junit=", ":files"},
		{"-v ./", "./... ./a/... ./a/b ./a/c"},
		{"./a/", "./a/... ./a/b ./a/c"},
		{"example.com/", ""},
		{"-v ./a/b re", ""},
		{"replay ", "a/b/testdata/gocheck/TestB/fedc testdata/gocheck/TestOne/0123456789abcdef"},
		{"replay -v tes", "testdata/gocheck/TestOne/0123456789abcdef"},
		{"show ../", ":files"},
		{"show -h", "-html"},
		{"show -html ", ":files"},
		{"instrument -o x ./a/b", "./a/b"},
		{"explore ", ":files"},
		{"help verd", "verdicts"},
		{"help help verd", ""},
		{"completion ", "bash fish zsh"},
		{"version ", ""},
		{"-nonsense=", ""},
		{"-args -", ":files"},
	} {
		got := words(a.complete(strings.Split(tt.line, " ")))
		if tt.line == "-algo =" {
			if !strings.HasPrefix(got, "-algo=auto ") {
				t.Errorf("%s: %s", tt.line, got)
			}
			continue
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.line, got, tt.want)
		}
	}
	if got := words(a.complete([]string{""})); !strings.HasPrefix(got, "replay debug repro show ") || !strings.HasSuffix(got, " ./a/c") {
		t.Errorf("nothing typed: %s", got)
	}
	if got := a.complete(nil); got != nil {
		t.Errorf("no words: %v", got)
	}
}

// Every command, every flag of it and every value is completed, with what it
// means.
func TestCompleteEverything(t *testing.T) {
	a := completing(t)
	has := func(line []string, want string) {
		if !slices.ContainsFunc(a.complete(line), func(c candidate) bool { return c.word == want }) {
			t.Errorf("%q does not become %s", line, want)
		}
	}
	for _, c := range everyCommand() {
		before := strings.Fields(c.name)
		has([]string{""}, max(c.name, "./..."))
		var o options
		flagsOf(&c, &o).VisitAll(func(f *flag.Flag) {
			text, _ := textOf(f.Name)
			has(append(before, "-"), "-"+text.name)
			if v, ok := f.Value.(*flagvalue.OneOf); ok {
				for _, value := range v.Values {
					has(append(before, "-"+f.Name, ""), value)
					has(append(before, "-"+f.Name+"="), "-"+f.Name+"="+value)
				}
			}
		})
		for _, x := range a.complete(append(before, "-")) {
			if x.what == "" || strings.ContainsAny(x.what, "\n\t") {
				t.Errorf("%s %s: %q", c.name, x.word, x.what)
			}
		}
	}
}
