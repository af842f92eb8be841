package instrument

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/layout"
	"gocheck.dev/internal/longtest"
)

// damages are what may befall a file: each makes other content of content that is not
// empty.
var damages = map[string]func([]byte) []byte{
	"truncated":      func(data []byte) []byte { return data[:len(data)/2] },
	"emptied":        func([]byte) []byte { return nil },
	"zeroed":         func(data []byte) []byte { return make([]byte, len(data)) },
	"longer":         func(data []byte) []byte { return append(bytes.Clone(data), '\n') },
	"a bit flipped":  func(data []byte) []byte { return flipped(data, len(data)/2, 1) },
	"the first byte": func(data []byte) []byte { return flipped(data, 0, 0xff) },
	"the last byte":  func(data []byte) []byte { return flipped(data, len(data)-1, 0x80) },
}

func flipped(data []byte, at int, bits byte) []byte {
	data = bytes.Clone(data)
	data[at] ^= bits
	return data
}

// Any file of any entry may be damaged in any way: the entry counts as none.
func TestDamageIsSeen(t *testing.T) {
	b := newBench(t, "-- go.work --\ngo 1.25\n\nuse ./m\n-- m/go.mod --\nmodule example.com/m\n\ngo 1.25\n"+
		"-- m/m_test.go --\npackage m\n\nimport (\n\t\"errors\"\n\t\"testing\"\n)\n\nfunc TestM(t *testing.T) { t.Log(errors.New(\"m\")) }\n")
	b.cfg.Env = append(b.cfg.Env, "GOWORK="+filepath.Join(b.dir, "go.work"))
	b.mustBuild("./m")
	c, err := cache.Open(b.cfg.Cache) // the module that is built with is a stand-in
	if err != nil {
		t.Fatal(err)
	}
	if _, err := layout.UnpackModule(c); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	err = filepath.WalkDir(b.cfg.Cache, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(b.cfg.Cache, path)
		parts := strings.Split(filepath.ToSlash(rel), "/")
		if err != nil || d.IsDir() || len(parts) < 3 || d.Name() == "go.work.sum" {
			return err
		}
		kinds[parts[0]]++
		if parts[0] == "module" && filepath.Ext(d.Name()) != ".pprof" {
			return nil // more of the same
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		entry := filepath.Join(b.cfg.Cache, parts[0], parts[1])
		if !cache.Whole(entry) {
			t.Errorf("%s is not whole before anything is damaged", entry)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		if cache.Whole(entry) {
			t.Errorf("%s: its loss is not seen", rel)
		}
		for what, damage := range damages {
			if bytes.Equal(damage(data), data) {
				continue
			}
			if err := os.WriteFile(path, damage(data), 0o777); err != nil {
				return err
			}
			if cache.Whole(entry) {
				t.Errorf("%s: %s: is not seen", rel, what)
			}
		}
		return os.WriteFile(path, data, 0o777)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"bin", "unit", "module", "types", "list"} {
		if kinds[kind] == 0 {
			t.Errorf("no file of kind %s was damaged: %v", kind, kinds)
		}
	}
}

// What is damaged is made again, and is then what it was.
func TestDamagedCache(t *testing.T) {
	b := newBench(t, plainModule)
	bin := b.mustBuild(".")[0]
	again := func(what, want string) {
		t.Helper()
		bin = b.mustBuild(".")[0]
		b.run(bin, "PASS: TestDouble")
		if got := fmt.Sprintf("%d rewritten, %d built", b.last.rewritten, b.last.built); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	again("nothing is damaged", "0 rewritten, 0 built")
	if err := os.Remove(bin.Path); err != nil {
		t.Fatal(err)
	}
	again("the binary is lost", "0 rewritten, 1 built")
	for _, what := range []string{"a bit flipped", "truncated", "emptied"}[:longtest.N(1, 3)] { // each is linked
		damageFile(t, bin.Path, damages[what])
		again("the binary: "+what, "0 rewritten, 1 built")
	}
	damageFile(t, filepath.Join(filepath.Dir(bin.Path), "info.json"), func(data []byte) []byte {
		return bytes.Replace(data, []byte("TestDouble"), []byte("TestTriple"), 1)
	})
	again("its description", "0 rewritten, 1 built")

	// A rewritten package is looked at when a binary is made of it.
	units, err := filepath.Glob(filepath.Join(b.cfg.Cache, "unit", "*", "info.json"))
	if err != nil || len(units) == 0 {
		t.Fatal(units, err)
	}
	for _, unit := range units {
		damageFile(t, unit, damages["a bit flipped"])
	}
	again("units that nobody needs", "0 rewritten, 0 built")
	damageFile(t, bin.Path, damages["truncated"])
	again("units", fmt.Sprintf("%d rewritten, 1 built", len(units)))
	again("nothing is damaged any more", "0 rewritten, 0 built")
}

func damageFile(t *testing.T, path string, damage func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, damage(data), 0o777); err != nil {
		t.Fatal(err)
	}
}
