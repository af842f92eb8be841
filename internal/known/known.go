package known

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/wire"
)

// A Program is a test binary in its place.
type Program struct {
	Key   string   // names all that it was built from
	Roots []string // the folders of the modules that are worked on
}

// Tests are those of one binary, under one configuration. It is used by one goroutine.
type Tests struct {
	dir     string // of the records
	program Program
	config  *wire.Config
	every   bool // -changed: whatever the verdict
	world   *world
	began   time.Time

	before  *wire.Reads // that the binary has read before its first test
	running map[string]*running
	fault   error
}

// running is a test that is explored.
type running struct {
	said  []wire.Message
	reads map[string]bool
	told  bool // what it reads
	many  bool
}

// Of returns what is kept of the tests of a program in a folder of the cache. every says that a
// test that did not pass is not to be explored again, either.
func Of(cache string, p Program, c *wire.Config, every bool) *Tests {
	return &Tests{
		dir: filepath.Join(cache, "verdict"), program: p, config: c, every: every,
		world: &world{p.Roots, map[string]string{}}, began: time.Now(), running: map[string]*running{},
	}
}

// settingsOfGo are variables that Go itself looks at, in no log.
var settingsOfGo = []string{"GODEBUG", "GOMAXPROCS", "GOGC", "GOMEMLIMIT", "GOTRACEBACK", "TZ", "ZONEINFO", "LOCALDOMAIN", "RES_OPTIONS", "HOSTALIASES"}

// path is where the record is of what is explored under these options.
func (t *Tests) path(of string, options any) string {
	c := t.config
	selection := [2]string{}
	if strings.Contains(c.Run+c.Skip, "/") || of == "" { // which subtests there are
		selection = [2]string{c.Run, c.Skip}
	}
	env := make([]string, len(settingsOfGo))
	for i, name := range settingsOfGo {
		env[i] = os.Getenv(name)
	}
	data, err := json.Marshal([]any{of, t.program.Key, options, selection, c.Args, c.Short, c.Instrument, c.Plain, env})
	if err != nil {
		panic(err) // strings and numbers
	}
	return filepath.Join(t.dir, sum(string(data))[:32])
}

// ofTest is where the record of a test is.
func (t *Tests) ofTest(test string) string {
	s := t.config.Of(test)
	s.BudgetMS, s.Memory = 0, 0 // what was explored to the end needs no more
	return t.path(test, s)
}

// saved is the hash of the saved schedules of a test.
func (t *Tests) saved(test string) string {
	data, err := json.Marshal(t.config.Saved[test])
	if err != nil {
		panic(err) // strings and numbers
	}
	return sum(string(data))
}

// List returns the tests that the options select, if that is known.
func (t *Tests) List() (tests []string, ok bool) {
	r := load(t.path("", nil))
	if r == nil || !r.holds(t.world) {
		return nil, false
	}
	return r.Tests, true
}

// Verdict returns what was said of a test when it was explored last, with its result, and
// whether that still holds.
func (t *Tests) Verdict(test string) (said []wire.Message, ok bool) {
	r := load(t.ofTest(test))
	if r == nil || !r.Complete && !(t.every && r.Budget == t.config.Of(test).BudgetMS) || !r.holds(t.world) {
		return nil, false
	}
	if r.Verdict != "fail" && r.Saved != t.saved(test) { // a failure does not go away by more schedules
		return nil, false
	}
	for _, m := range r.Said {
		switch {
		case m.Type == "saved" && r.Saved != t.saved(test):
			continue // it is about schedules that may be others now
		case m.Type == "result":
			m.Result.Cached = true
		}
		said = append(said, m)
	}
	return said, true
}

// Take takes a message of the binary, and keeps the verdict that a result brings.
func (t *Tests) Take(m wire.Message) {
	switch m.Type {
	case "reads":
		if m.Test == "" {
			t.before = m.Reads
			return
		}
		t.of(m.Test).read(m.Reads)
	case "start":
		t.of(m.Test).said = []wire.Message{m}
	case "output", "saved", "failure", "sequence":
		if r := t.of(m.Test); m.Test != "" {
			r.said = append(r.said, m)
		}
	case "result":
		r := t.of(m.Test)
		r.said = append(r.said, m)
		t.keep(m.Test, r, m.Result)
		delete(t.running, m.Test)
	}
}

func (t *Tests) of(test string) *running {
	r := t.running[test]
	if r == nil {
		r = &running{reads: map[string]bool{}}
		t.running[test] = r
	}
	return r
}

func (r *running) read(reads *wire.Reads) {
	r.told, r.many = true, r.many || reads.Many
	for _, what := range reads.What {
		r.reads[what] = true
	}
}

// Listed keeps the list of the tests.
func (t *Tests) Listed(tests []string) {
	if read, ok := t.readings(nil); ok {
		t.write(&record{Tests: tests, Read: read}, t.path("", nil))
	}
}

// Fault is why something could not be kept; nil if all could.
func (t *Tests) Fault() error { return t.fault }

func (t *Tests) write(r *record, path string) {
	if err := r.save(path); err != nil && t.fault == nil {
		t.fault = err
	}
}

// keep writes the record of a test.
func (t *Tests) keep(test string, r *running, result *wire.Result) {
	if !r.told || r.many || result == nil || result.Verdict == "error" || result.Bound == "interrupted" || result.Cached {
		return
	}
	read, ok := t.readings(r.reads)
	if !ok {
		return
	}
	t.write(&record{
		Verdict: result.Verdict, Complete: complete(result), Budget: t.config.Of(test).BudgetMS,
		Saved: t.saved(test), Read: read, Said: r.said,
	}, t.ofTest(test))
}

// complete reports whether a verdict is that of an exploration that nothing is left of.
func complete(r *wire.Result) bool {
	return r.Exhaustive && (r.Verdict == "pass" || r.Verdict == "skip") &&
		!slices.ContainsFunc(r.Phases, func(p wire.Phase) bool { return !p.Exhaustive })
}

// readings are the hashes of what a test has read, and the binary before it.
func (t *Tests) readings(of map[string]bool) (all []read, ok bool) {
	if t.before == nil || t.before.Many {
		return nil, false
	}
	whats := slices.Clone(t.before.What)
	for what := range of {
		whats = append(whats, what)
	}
	slices.Sort(whats)
	_, numbered := slices.BinarySearch(whats, wire.ReadsWhich)
	for _, what := range slices.Compact(whats) {
		if !t.world.counts(what) {
			continue
		}
		hash := hashOf(what)
		if hash == "" || changedSince(what, t.began) {
			return nil, false
		}
		all = append(all, read{what, hash})
		if word, name, _ := strings.Cut(what, " "); numbered && word != wire.ReadsVariable {
			if hash = hashOf(which + " " + name); hash == "" {
				return nil, false
			}
			all = append(all, read{which + " " + name, hash})
		}
	}
	return all, true
}
