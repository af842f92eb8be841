package known

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

// A place is a module with a cache, in which one test is explored.
type place struct {
	t       *testing.T
	cache   string
	module  string
	config  wire.Config
	program string
}

func newPlace(t *testing.T) *place {
	p := &place{t: t, cache: t.TempDir(), module: t.TempDir(), program: "k1"}
	p.config.BudgetMS = 1000
	return p
}

func (p *place) tests(every bool) *Tests {
	c := p.config
	return Of(p.cache, Program{p.program, []string{p.module}}, &c, every)
}

// explored lets a test of that name end like this, with what it reads.
func (p *place) explored(result wire.Result, reads ...string) {
	p.t.Helper()
	k := p.tests(false)
	k.Take(wire.Message{Type: "reads", Reads: &wire.Reads{}})
	k.Take(wire.Message{Type: "start", Test: "TestX"})
	k.Take(wire.Message{Type: "progress", Test: "TestX"})
	k.Take(wire.Message{Type: "reads", Test: "TestX", Reads: &wire.Reads{What: reads}})
	k.Take(wire.Message{Type: "output", Test: "TestX", Output: "said"})
	k.Take(wire.Message{Type: "result", Test: "TestX", Result: &result})
	if err := k.Fault(); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) known(every bool) bool {
	_, ok := p.tests(every).Verdict("TestX")
	return ok
}

// old is a file of the module that changed long ago.
func (p *place) old(name, content string) string {
	p.t.Helper()
	path := filepath.Join(p.module, name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		p.t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, before, before); err != nil {
		p.t.Fatal(err)
	}
	return path
}

var passes = wire.Result{Verdict: "pass", Exhaustive: true, Executions: 7}

func TestSaidAgain(t *testing.T) {
	p := newPlace(t)
	p.explored(passes)
	said, ok := p.tests(false).Verdict("TestX")
	var types []string
	for _, m := range said {
		types = append(types, m.Type)
	}
	if want := []string{"start", "output", "result"}; !ok || !slices.Equal(types, want) {
		t.Fatalf("known: %v, said %v, want %v", ok, types, want)
	}
	if r := said[2].Result; !r.Cached || r.Executions != 7 {
		t.Errorf("the result is %+v", r)
	}
}

// TestChanges changes each thing that a verdict depends on, and some that it does not.
func TestChanges(t *testing.T) {
	t.Setenv("KNOWN_TEST", "a")
	for name, c := range map[string]struct {
		change func(*place)
		known  bool
	}{
		"nothing":         {func(*place) {}, true},
		"the program":     {func(p *place) { p.program = "k2" }, false},
		"an option":       {func(p *place) { p.config.Races = "explore" }, false},
		"a directive":     {func(p *place) { p.config.Tests = map[string]wire.Settings{"TestX": {Seed: 7}} }, false},
		"the budget":      {func(p *place) { p.config.BudgetMS = 1 }, true},
		"the memory":      {func(p *place) { p.config.Memory = 1 }, true},
		"-v":              {func(p *place) { p.config.Verbose = true }, true},
		"-run":            {func(p *place) { p.config.Run = "X" }, true},
		"-run of some":    {func(p *place) { p.config.Run = "X/sub" }, false},
		"-args":           {func(p *place) { p.config.Args = []string{"a"} }, false},
		"a schedule":      {func(p *place) { p.config.Saved = map[string][]wire.Schedule{"TestX": {{Test: "TestX"}}} }, false},
		"another's":       {func(p *place) { p.config.Saved = map[string][]wire.Schedule{"TestY": {{Test: "TestY"}}} }, true},
		"a variable":      {func(*place) { os.Setenv("KNOWN_TEST", "b") }, false},
		"GODEBUG":         {func(*place) { os.Setenv("GODEBUG", "x=1") }, false},
		"a file":          {func(p *place) { p.old("read", "2") }, false},
		"the same":        {func(p *place) { p.old("read", "1") }, true},
		"a file is gone":  {func(p *place) { os.Remove(filepath.Join(p.module, "read")) }, false},
		"a file is there": {func(p *place) { p.old("absent", "") }, false},
		"another file":    {func(p *place) { p.old("other", "") }, true},
		"one in a folder": {func(p *place) { p.old("folder/new", "") }, false},
		"a file's time": {func(p *place) {
			p.old("facts", "facts")
			now := time.Now()
			os.Chtimes(filepath.Join(p.module, "facts"), now, now)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("KNOWN_TEST", "a")
			t.Setenv("GODEBUG", "")
			p := newPlace(t)
			if err := os.Mkdir(filepath.Join(p.module, "folder"), 0o777); err != nil {
				t.Fatal(err)
			}
			read, facts := p.old("read", "1"), p.old("facts", "facts")
			before := time.Now().Add(-time.Hour)
			if err := os.Chtimes(filepath.Join(p.module, "folder"), before, before); err != nil {
				t.Fatal(err)
			}
			p.explored(passes, "getenv KNOWN_TEST", "getenv PWD", "open "+read, "open "+filepath.Join(p.module, "absent"),
				"stat "+facts, "open "+filepath.Join(p.module, "folder"), "open "+filepath.Join(t.TempDir(), "elsewhere"))
			c.change(p)
			if got := p.known(false); got != c.known {
				t.Errorf("known: %v, want %v", got, c.known)
			}
		})
	}
}

// TestVerdicts says which verdicts are taken for known.
func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		result       wire.Result
		known, every bool
	}{
		"pass":          {passes, true, true},
		"skip":          {wire.Result{Verdict: "skip", Exhaustive: true}, true, true},
		"a phase":       {wire.Result{Verdict: "pass", Exhaustive: true, Phases: []wire.Phase{{Name: wire.PhasePauses, Exhaustive: true}}}, true, true},
		"half a phase":  {wire.Result{Verdict: "pass", Exhaustive: true, Phases: []wire.Phase{{Name: wire.PhasePauses}}}, false, true},
		"sampled":       {wire.Result{Verdict: "pass"}, false, true},
		"fail":          {wire.Result{Verdict: "fail"}, false, true},
		"incomplete":    {wire.Result{Verdict: "incomplete", Bound: "time"}, false, true},
		"unsupported":   {wire.Result{Verdict: "unsupported"}, false, true},
		"interrupted":   {wire.Result{Verdict: "incomplete", Bound: "interrupted"}, false, false},
		"gocheck's own": {wire.Result{Verdict: "error"}, false, false},
		"known already": {wire.Result{Verdict: "pass", Exhaustive: true, Cached: true}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			p.explored(c.result)
			if known, every := p.known(false), p.known(true); known != c.known || every != c.every {
				t.Errorf("known: %v, with -changed %v; want %v, %v", known, every, c.known, c.every)
			}
			p.config.BudgetMS = 5
			if every := p.known(true); every != c.known {
				t.Errorf("with another budget and -changed known: %v, want %v", every, c.known)
			}
		})
	}
}

// TestUnknown has what cannot be told from its reads.
func TestUnknown(t *testing.T) {
	p := newPlace(t)
	k := p.tests(false)
	k.Take(wire.Message{Type: "start", Test: "TestX"})
	k.Take(wire.Message{Type: "result", Test: "TestX", Result: &passes})
	if p.known(true) {
		t.Error("a test whose reads nobody told of is known")
	}
	k = p.tests(false)
	k.Take(wire.Message{Type: "reads", Reads: &wire.Reads{}})
	k.Take(wire.Message{Type: "reads", Test: "TestX", Reads: &wire.Reads{Many: true}})
	k.Take(wire.Message{Type: "result", Test: "TestX", Result: &passes})
	if p.known(true) {
		t.Error("a test that reads too much is known")
	}
	path := p.old("read", "1")
	now := time.Now()
	if err := os.Chtimes(path, now, now); err != nil {
		t.Fatal(err)
	}
	p.explored(passes, "open "+path)
	if p.known(true) {
		t.Error("a file has just changed, and the test is known")
	}
	p.old("read", "1")
	if p.explored(passes, "open "+path); !p.known(false) {
		t.Error("a file changed an hour ago, and the test is not known")
	}
}

// TestDamaged damages a record at each of its bytes.
func TestDamaged(t *testing.T) {
	p := newPlace(t)
	p.explored(passes)
	path := p.tests(false).ofTest("TestX")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		damaged := slices.Clone(data)
		damaged[i] ^= 1
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if p.known(false) {
			t.Fatalf("byte %d is damaged, and the verdict is known", i)
		}
	}
}

// TestAllVariables: who reads the whole environment has read what is not there, too; but not what
// the worker sets, which is another folder or file each time.
func TestAllVariables(t *testing.T) {
	p := newPlace(t)
	p.explored(wire.Result{Verdict: "pass", Exhaustive: true}, wire.ReadsAllVariables)
	if !p.known(false) {
		t.Error("explored again, though nothing has changed")
	}
	t.Setenv(wire.Env, "another")
	t.Setenv("PWD", "elsewhere")
	if !p.known(false) {
		t.Error("explored again, though only what the worker sets has changed")
	}
	t.Setenv("GOCHECK_KNOWN_TEST", "")
	if p.known(false) {
		t.Error("known, though a variable is new")
	}
}

// Of what programs ask for that is no file each thing has a hash of its own; what nobody can say
// does not count.
func TestAsked(t *testing.T) {
	w := &world{[]string{t.TempDir()}, map[string]string{}}
	seen := map[string]string{}
	for _, what := range []string{wire.ReadsAllVariables, wire.ReadsMachine, wire.ReadsUser, wire.ReadsProcessors, wire.ReadsWhich} {
		h := w.hash(what)
		if other, ok := seen[h]; ok || h == "" || !w.counts(what) {
			t.Errorf("%s: hash %q, as of %q; it counts: %t", what, h, other, w.counts(what))
		}
		seen[h] = what
	}
	if w.counts(wire.ReadsVariable + " =the process's number") {
		t.Error("what is another thing in each run counts")
	}
}

// A link that leads elsewhere is another one, whoever sees it; where it leads is all that who only
// asks for that sees.
func TestLinks(t *testing.T) {
	p := newPlace(t)
	a := p.old("a", "1")
	p.old("b", "1")
	link := filepath.Join(p.module, "link")
	to := func(name string) {
		t.Helper()
		os.Remove(link)
		if err := os.Symlink(name, link); err != nil {
			t.Fatal(err)
		}
	}
	of := func(word string) string {
		return (&world{[]string{p.module}, map[string]string{}}).hash(word + " " + link)
	}
	for _, word := range []string{wire.ReadsLink, wire.ReadsFacts, wire.ReadsFile} {
		to("a")
		before := of(word)
		if of(word) != before {
			t.Errorf("%s: two hashes of one link", word)
		}
		if err := os.WriteFile(a, []byte("another"), 0o666); err != nil {
			t.Fatal(err)
		}
		if same := of(word) == before; same != (word == wire.ReadsLink) {
			t.Errorf("%s: the same when the file is another one: %t", word, same)
		}
		p.old("a", "1")
		to("b")
		if of(word) == before {
			t.Errorf("%s: the same when the link leads elsewhere", word)
		}
	}
}
