package schedule

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/mod/module"
	"pgregory.net/rapid"

	"gocheck.dev/internal/wire"
)

func TestSafeName(t *testing.T) {
	for name, want := range map[string]string{
		"TestTransfer":    "TestTransfer",
		"Test_a-b.c":      "Test_a-b.c",
		"TestÜber/größer": "TestÜber%2Fgrößer",
		"Test世界":          "Test世界",
		"Test/..":         "Test%2F.%2E",
		"..":              "%2E%2E",
		".":               "%2E",
		"Test.":           "Test%2E",
		"Test ":           "Test%20",
		`Test\a:b*c`:      "Test%5Ca%3Ab%2Ac",
		"CON":             "%43ON",
		"nul.txt":         "%6Eul.txt",
		"com1":            "%63om1",
		"LPT²":            "%4CPT%C2%B2",
		"Test٣":           "Test%D9%A3",
		"com":             "com",
		"com10":           "com10",
		"Test\xff":        "Test%EF%BF%BD",
		"example.com/aux": "example.com%2Faux",
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	long := strings.Repeat("x", maxName)
	if safeName(long) != long {
		t.Errorf("a name of %d bytes is cut", maxName)
	}
}

// Whatever a test is called, its schedule is saved in a folder of that package and
// found again, and Go takes the file into a module.
func TestAnyName(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		unit := rapid.OneOf(
			rapid.String(),
			rapid.SampledFrom([]string{"Test", "/", "..", ".", " ", "~1", "NUL", "con", "世", "é", "e\u0301", "\xff", "\x00", "%", "𝔘", strings.Repeat("N", 300), strings.Repeat("世", 90)}),
		)
		name := strings.Join(rapid.SliceOfN(unit, 1, 5).Draw(rt, "name"), "")
		if name == "" {
			return
		}
		safe := safeName(name)
		if len(safe) > maxName || !utf8.ValidString(safe) {
			rt.Fatalf("%q is %d bytes long", safe, len(safe))
		}
		if err := module.CheckFilePath("testdata/gocheck/" + safe + "/0123456789abcdef"); err != nil {
			rt.Fatalf("%q: %v", name, err)
		}
		dir := t.TempDir()
		s := &wire.Schedule{Package: name, Test: name, Steps: []wire.Step{{Task: "main", Op: "begin"}}}
		path, err := Save(dir, dir, s)
		if err != nil {
			rt.Fatal(err)
		}
		if of, ok := PackageDir(path); !ok || of != dir {
			rt.Fatalf("%s is of %s", path, of)
		}
		all, err := LoadAll(dir)
		if err != nil || len(all[name]) != 1 || all[name][0].Path != path {
			rt.Fatalf("%q: %v %v", name, all, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
			rt.Fatal(err)
		}
		if path, err := Save(filepath.Join(dir, "file"), dir, s); !errors.Is(err, ErrElsewhere) || path == "" {
			rt.Fatalf("%q, where the tree cannot be written: %q %v", name, path, err)
		}
	})
}

// Names that are cut stay apart.
func TestLongNames(t *testing.T) {
	seen := map[string]string{}
	for _, r := range []string{"N", "世", "/"} {
		for _, end := range []string{"", "a", "b", "A"} {
			name := strings.Repeat(r, 304) + end
			if other, ok := seen[safeName(name)]; ok {
				t.Errorf("%q and %q are both %s", name, other, safeName(name))
			}
			seen[safeName(name)] = name
		}
	}
}
