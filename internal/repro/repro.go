package repro

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// A Config is what a reproduction is made of.
type Config struct {
	Schedule     *wire.Schedule // that fails
	Trace        *wire.Recorded // of its execution
	Dir, Pattern string         // where its package is, and what names it there
	Tags         string
	Short        bool          // go test -short
	Args         []string      // after -args
	Out          string        // the folder
	Runs         int           // how often it is run in the end
	Budget       time.Duration // for leaving out what is not needed
	Say          func(string)  // what is being done
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
	program *program
	trace   *trace
	lanes   *report.Lanes
	bubble  bool           // the test runs in a bubble of testing/synctest
	own     map[*task]bool // it makes it itself: see ownBubbles; or its subtests are in bubbles
	runs    []string       // where these are run
	races   bool           // by go test -race
	stays   bool           // it fails by what it says, and does not come to its end
	whole   bool           // no gate stands within an expression: it did not compile so
	lazy    bool           // what a go statement evaluates is not kept for its goroutine: the same
}

// Write makes a reproduction.
func Write(ctx context.Context, cfg Config) (*Result, error) {
	if cfg.Schedule.Failure == nil {
		return nil, errors.New("the schedule names no failure")
	}
	r := &repro{Config: cfg, races: cfg.Schedule.Failure.Kind == "race", lanes: report.LanesOf(cfg.Schedule)}
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
	// There is none around an example or a fuzz target.
	r.bubble = !sockets(cfg.Trace) && (r.timed() || cfg.Schedule.Failure.Kind == "leak") && strings.HasPrefix(cfg.Schedule.Test, "Test") && !r.trace.meetsEarly()
	r.own = r.ownBubbles()
	r.bubble = r.bubble || len(r.own) > 0
	r.trace.placed(cfg.Schedule.Steps)
	ours := r.bubble && len(r.own) == 0
	if ours && r.runsSubtests() {
		r.own, r.runs = r.subtests()
		r.bubble = len(r.own) > 0
	}
	res, err := r.write(ctx, root)
	if r.bubble && ours && (errors.Is(err, errNoRun) || err == nil && res.Failed == 0 && (r.races || len(r.runs) > 0)) {
		// Time that passes in a bubble orders all in it, for the race detector as well.
		r.bubble, r.own, r.runs = false, nil, nil
		res, err = r.write(ctx, root)
	}
	return res, err
}

// write searches for the gates, and leaves the best folder.
func (r *repro) write(ctx context.Context, root string) (*Result, error) {
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

// theTime is what runtime calls the timer of a loop that looks at the clock.
const theTime = "the time"

// timed reports whether time matters in the failing execution, and goes on in a bubble: that of
// who looks at the clock in a loop without waiting stands still there.
func (r *repro) timed() bool {
	timed, looks, waits := false, map[string]bool{}, map[string]bool{}
	for i := range r.trace.ops {
		switch op := &r.trace.ops[i]; op.Op {
		case "timerset":
			timed = true
			if o := op.Object; o > 0 && o <= len(r.Trace.Objects) && r.Trace.Objects[o-1].Name == theTime {
				looks[op.Task] = true
			}
		case "sleep", "timerrecv":
			timed, waits[op.Task] = true, true
		case "timerstop", "timerfire":
			timed = true
		}
	}
	for task := range looks {
		if !waits[task] {
			return false
		}
	}
	return timed
}

// sockets reports whether the program has sockets. Who waits for one natively is not asleep for a
// bubble of testing/synctest, whose time stands still then.
func sockets(rec *wire.Recorded) bool {
	for i := range rec.Ops {
		if strings.HasPrefix(rec.Ops[i].Pos, wire.Nominal) {
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
		words = append(words, "-tags="+printable.Word(r.Tags))
	}
	if r.stays {
		words = append(words, "-v")
	}
	if n := r.parallel(); n > 1 {
		words = append(words, fmt.Sprint("-parallel=", n))
	}
	if r.hangs() || r.stays {
		words = append(words, "-timeout", "5s")
	}
	words = append(words, "-run", "'"+r.pattern()+"'")
	if in := r.within(); in != "" && in != "." {
		words = append(words, "./"+in)
	}
	return strings.Join(append(words, printable.Args(r.Args)...), " ")
}

func quoteMeta(s string) string { return regexp.QuoteMeta(s) }
