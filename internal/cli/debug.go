package cli

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gocheck.dev/internal/goplaces"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// debugScript has the commands that delve gets.
//
//go:embed debug.star
var debugScript string

// debug is `gocheck debug [-at N] [-listen ADDR] SCHEDULE`: delve on the failing schedule.
func (a *App) debug(ctx context.Context, args []string) (int, error) {
	var o options
	paths, err := parse(flagsOf(commandOf("debug"), &o), &o, "schedule", args)
	if err != nil {
		return exitUsage, err
	}
	if len(paths) != 1 {
		return exitUsage, usagef("which schedule? One, like: gocheck debug %s", a.someSchedule(first(paths)))
	}
	file, err := a.load("debug", paths[0])
	if err != nil {
		return exitUsage, err
	}
	at := 0
	if o.debug.at != nil {
		at = *o.debug.at
	}
	if n := len(file.Schedule.Steps); at > n {
		return exitUsage, usagef("-at %d: the schedule has %d steps", at, n)
	}
	dlv, err := exec.LookPath(o.debug.debugger)
	if err != nil {
		return exitUsage, usagef("%s is not found: go install github.com/go-delve/delve/cmd/dlv@latest, or say where it is by -exec", printable.Line(o.debug.debugger))
	}
	a.watch(&o)
	b, err := a.debuggable(ctx, &o, &file)
	if err != nil {
		return exitUsage, fmt.Errorf("debugging %s: %w", paths[0], err)
	}
	a.debugging.Store(true)
	defer a.debugging.Store(false)
	config := configFor(o.following(file.Schedule, b), b.Binary)
	config.Replay = file.Schedule
	config.Debug = &wire.Debug{}
	job := worker.Job{Path: b.Path, Runner: b.Runner, Dir: b.Dir, Config: config}
	if o.debug.listen != "" {
		// An editor has no commands of ours: the program stops by itself.
		job.Config.Debug.At = max(at, 1)
		fmt.Fprintf(a.Stderr, "gocheck: delve listens at %s; the program stops before step %d. See gocheck help debug.\n", printable.Line(o.debug.listen), job.Config.Debug.At)
		return exitOK, worker.Debug(job, dlv, "exec", b.Path,
			"--headless", "--listen="+o.debug.listen, "--accept-multiclient", "--api-version=2")
	}
	script, remove, err := scriptFor(file.Schedule, at)
	if err != nil {
		return exitUsage, err
	}
	defer remove()
	return exitOK, worker.Debug(job, dlv, "exec", b.Path, "--allow-non-terminal-interactive=true", "--init", script)
}

// debuggable builds the package of a schedule for a debugger: with what one has to know of it,
// and the module's own packages as they are written, not as they are fast.
func (a *App) debuggable(ctx context.Context, o *options, file *schedule.File) (target, error) {
	if err := knownOptions(file.Schedule); err != nil {
		return target{}, err
	}
	dir, _ := a.home(file)
	flags := os.Getenv("GOFLAGS") + " -ldflags= '-gcflags=" + unoptimised(dir, file.Schedule.Package) + "=-N -l'"
	o.env = append(os.Environ(), "GOFLAGS="+strings.TrimSpace(flags))
	return a.binaryOf(ctx, o, file, map[string]target{})
}

// unoptimised are the packages that a debugger has to see as they are written: those of the
// module that dir is in, the tested one among them.
func unoptimised(dir, pkg string) string {
	if root := goplaces.ModuleOf(dir); root != "" {
		if path := goplaces.ModulePath(root); path != "" {
			return path + "/..."
		}
	}
	return pkg
}

// scriptFor writes what delve does first: it learns the commands of ours, and goes to step at,
// if that is not 0.
func scriptFor(s *wire.Schedule, at int) (path string, remove func(), err error) {
	places := make([]string, len(s.Steps))
	for i := range s.Steps {
		step := &s.Steps[i]
		if file, line, _ := strings.Cut(filepath.Base(filepath.FromSlash(step.Pos)), ":"); line != "" {
			line, _, _ = strings.Cut(line, ":")
			places[i] = file + ":" + line
		}
	}
	list, err := json.Marshal(report.LanesOf(s).Lines(s.Steps))
	if err != nil {
		return "", nil, fmt.Errorf("writing the steps for delve: %w", err)
	}
	where, err := json.Marshal(places)
	if err != nil {
		return "", nil, fmt.Errorf("writing the places for delve: %w", err)
	}
	dir, err := os.MkdirTemp("", "gocheck")
	if err != nil {
		return "", nil, fmt.Errorf("making a folder for delve's commands: %w", err)
	}
	remove = func() { os.RemoveAll(dir) }
	star, init := filepath.Join(dir, "gocheck.star"), filepath.Join(dir, "init")
	commands := "source " + star + "\n"
	if at > 0 {
		commands += fmt.Sprintf("at %d\n", at)
	}
	text := strings.NewReplacer("STEPS = []", "STEPS = "+string(list), "PLACES = []", "PLACES = "+string(where), `SIZE = ""`, fmt.Sprintf("SIZE = %q", report.Size(s))).Replace(debugScript)
	for name, content := range map[string]string{star: text, init: commands} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			remove()
			return "", nil, fmt.Errorf("writing delve's commands: %w", err)
		}
	}
	return init, remove, nil
}
