package repro

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// A Config is what a reproduction is made of.
type Config struct {
	Schedule     *wire.Schedule // that fails
	Trace        *wire.Recorded // of its execution
	Dir, Pattern string         // where its package is, and what names it there
	Tags         string
	Short        bool   // go test -short
	Out          string // the folder
	Runs         int    // how often it is run in the end
	Budget       time.Duration
	Say          func(string) // what is being done
}

// A Result is what was written.
type Result struct {
	Folder       string
	Gates        int
	Orders       []string // what is enforced, for people
	Runs, Failed int      // natively, in the end
	GaveUp       int      // runs in which a gate waited for too long
	Command      string
	DiffLines    int
	set          int
	Other        string // what a run printed that did not fail, or otherwise
}

// repro is one reproduction in the making.
type repro struct {
	Config
	program  *program
	trace    *trace
	lanes    *report.Lanes
	bubble   bool // the test runs in a bubble of testing/synctest
	races    bool // by go test -race
	deadline time.Time
}

// Write makes a reproduction.
func Write(ctx context.Context, cfg Config) (*Result, error) {
	if cfg.Schedule.Failure == nil {
		return nil, errors.New("the schedule names no failure")
	}
	r := &repro{Config: cfg, races: cfg.Schedule.Failure.Kind == "race", deadline: time.Now().Add(cfg.Budget), lanes: report.LanesOf(cfg.Schedule)}
	root, err := claim(cfg.Out)
	if err != nil {
		return nil, err
	}
	if r.program, err = list(ctx, cfg.Dir, cfg.Pattern, cfg.Tags); err != nil {
		return nil, err
	}
	if err := r.program.of(cfg.Schedule.Package); err != nil {
		return nil, err
	}
	r.trace = newTrace(cfg.Trace)
	r.trace.placed(cfg.Schedule.Steps)
	r.bubble = r.timed() || cfg.Schedule.Failure.Kind == "leak"
	sets, err := r.search(ctx)
	if err != nil {
		return nil, err
	}
	// What a trial has taken for superfluous may be needed all the same.
	var best *Result
	for i, gates := range sets {
		f, err := r.draw(gates, false)
		if err != nil {
			return nil, err
		}
		if _, err := claim(root); err != nil {
			return nil, err
		}
		res, err := r.finish(ctx, f, root)
		if err != nil {
			return nil, err
		}
		switch {
		case res.Failed == res.Runs:
			return res, nil
		case best == nil || res.Failed > best.Failed:
			best = res
			best.set = i
		}
	}
	if best.set == len(sets)-1 {
		return best, nil
	}
	f, err := r.draw(sets[best.set], false)
	if err != nil {
		return nil, err
	}
	if _, err := claim(root); err != nil {
		return nil, err
	}
	return r.finish(ctx, f, root)
}

// timed reports whether time matters in the failing execution.
func (r *repro) timed() bool {
	for i := range r.trace.ops {
		switch r.trace.ops[i].Op {
		case "sleep", "timerset", "timerstop", "timerrecv", "timerfire":
			return true
		}
	}
	return false
}

// mark is a line of README.md, by which a folder is known.
const mark = "<!-- gocheck repro -->"

// claim makes the folder, and empties it if it is ours to empty.
func claim(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return "", fmt.Errorf("looking into the folder: %w", err)
	case len(entries) > 0:
		text, err := os.ReadFile(filepath.Join(dir, "README.md"))
		if err != nil || !strings.Contains(string(text), mark) {
			return "", fmt.Errorf("%s is not empty, and no reproduction: name another folder by -o", dir)
		}
		for _, e := range entries {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return "", fmt.Errorf("emptying the folder: %w", err)
			}
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("making the folder: %w", err)
	}
	return dir, nil
}

// finish writes the folder and runs the test there.
func (r *repro) finish(ctx context.Context, f *folder, root string) (*Result, error) {
	if err := f.write(root); err != nil {
		return nil, err
	}
	b, err := r.build(ctx, root)
	if err != nil {
		return nil, err
	}
	defer os.Remove(b.path)
	r.Say(fmt.Sprintf("running it %d times", r.Runs))
	sum := b.run(ctx, r.Runs, nil, false)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	res := &Result{Folder: root, Gates: len(f.gates), Runs: sum.runs, Failed: sum.failed, GaveUp: sum.gaveUp, Command: r.command(), DiffLines: strings.Count(string(f.diff), "\n"), Other: sum.other}
	for _, g := range f.gates {
		res.Orders = append(res.Orders, g.Name+": "+g.Says)
	}
	last := &folder{files: map[string][]byte{"README.md": r.readme(f, sum)}}
	if len(f.diff) > 0 {
		last.files["gates.diff"] = f.diff
	}
	return res, last.write(root)
}

// command is what runs the reproduction, in its folder.
func (r *repro) command() string {
	words := []string{"go", "test"}
	if r.races {
		words = append(words, "-race")
	}
	if r.Short {
		words = append(words, "-short")
	}
	if r.Tags != "" {
		words = append(words, "-tags="+r.Tags)
	}
	if r.hangs() {
		words = append(words, "-timeout", "5s")
	}
	words = append(words, "-run", "'"+r.pattern()+"'")
	if in := r.within(); in != "" && in != "." {
		words = append(words, "./"+in)
	}
	return strings.Join(words, " ")
}

func quoteMeta(s string) string { return regexp.QuoteMeta(s) }

// search finds the gates that are needed: as few as make every run fail; and then larger sets.
func (r *repro) search(ctx context.Context) ([][]gate, error) {
	all := r.candidates()
	dir, err := os.MkdirTemp("", "gocheck-repro")
	if err != nil {
		return nil, fmt.Errorf("making a folder for trials: %w", err)
	}
	defer os.RemoveAll(dir)
	r.Say("building it")
	f, err := r.draw(all, true)
	if err != nil {
		return nil, err
	}
	if err := f.write(dir); err != nil {
		return nil, err
	}
	b, err := r.build(ctx, dir)
	if err != nil {
		return nil, err
	}
	var pairs, rest []gate
	for _, p := range f.gates {
		if p.pair {
			pairs = append(pairs, p.gate)
		}
		rest = append(rest, p.gate)
	}
	t := &trials{r: r, b: b, ctx: ctx}
	for _, some := range [][]gate{nil, pairs, rest} {
		if t.try(some) {
			sets := [][]gate{t.reduced(some)}
			for _, more := range [][]gate{pairs, rest} {
				if len(more) > len(sets[len(sets)-1]) {
					sets = append(sets, more)
				}
			}
			return sets, ctx.Err()
		}
	}
	return [][]gate{t.best}, ctx.Err()
}

// candidates are all gates that there are.
func (r *repro) candidates() []gate {
	all := r.trace.pairs(r.Schedule)
	for _, g := range append(r.trace.orders(), r.trace.choices()...) {
		if !slices.ContainsFunc(all, func(p gate) bool { return p.first == g.first && p.then == g.then && p.choice == g.choice }) {
			all = append(all, g)
		}
	}
	for i := range all {
		all[i].name = letters(i)
	}
	return all
}

// letters is A, B, … Z, AA, …
func letters(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letters(i/26-1) + letters(i%26)
}

// trials is the search for gates.
type trials struct {
	r     *repro
	b     *binary
	ctx   context.Context
	best  []gate
	share float64
}

// tried is how often a set of gates is tried.
const tried = 10

// try runs the test with some of the gates.
func (t *trials) try(some []gate) bool {
	names := make([]string, len(some))
	for i, g := range some {
		names[i] = g.name
	}
	t.r.Say(fmt.Sprintf("trying it with %s", report.Plural(int64(len(some)), "gate")))
	sum := t.b.run(t.ctx, tried, names, true)
	if share := float64(sum.failed) / float64(max(sum.runs, 1)); share > t.share {
		t.best, t.share = some, share
	}
	return sum.runs == tried && sum.good()
}

// reduced leaves out what is not needed. What makes the difference stays: it may come by itself in
// all trials, and not in others.
func (t *trials) reduced(all []gate) []gate {
	var keep, some []gate
	for _, g := range all {
		if g.pair {
			keep = append(keep, g)
		} else {
			some = append(some, g)
		}
	}
	return append(keep, t.fewer(keep, some)...)
}

// fewer leaves out of some what is not needed beside others.
func (t *trials) fewer(keep, some []gate) []gate {
	for size := (len(some) + 1) / 2; size > 0; size /= 2 {
		for i := 0; i < len(some); {
			if time.Now().After(t.r.deadline) || t.ctx.Err() != nil {
				return some
			}
			fewer := slices.Concat(some[:i], some[min(i+size, len(some)):])
			if t.try(slices.Concat(keep, fewer)) {
				some = fewer
			} else {
				i += size
			}
		}
		if size == 1 {
			break
		}
	}
	return some
}
