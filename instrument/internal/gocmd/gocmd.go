package gocmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// LeastGo is the language version of gocheck's own module, which is compiled
// into every test binary. A go.work must name at least the largest version of
// its modules.
const LeastGo = "go1.25.0"

// A Command runs the go command for one user's directory.
type Command struct {
	Dir   string
	env   []string          // the user's
	vars  map[string]string // go env
	Flags []string          // before the packages: -tags, -mod
	cache string            // gocheck's own
	Work  string            // GOWORK of the user's own build; "" leaves it as it is
	log   io.Writer

	Version string // of the go command
}

// envThatMatters are the variables of go env that a compiled package depends
// on; GOFLAGS and the rest of the tool chain's identity are in the list too.
var envThatMatters = []string{
	"GOVERSION", "GOROOT", "GOOS", "GOARCH", "GOFLAGS", "GOEXPERIMENT", "GOFIPS140",
	"GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM",
	"CGO_ENABLED", "CC", "CXX", "CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS", "CGO_FFLAGS", "CGO_LDFLAGS", "PKG_CONFIG",
}

// Options say where and how the go command is run.
type Options struct {
	Dir   string   // the user's; "" is the current directory
	Env   []string // nil is the process's own
	Tags  string   // build tags, as in go build -tags
	Cache string   // gocheck's own, which faults of the machine are told by
	Log   io.Writer
}

// New asks the go command for its environment and refuses what cannot
// work.
func New(ctx context.Context, opts Options) (*Command, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, fmt.Errorf("finding the directory: %w", err)
	}
	// The go command reports the directories of packages without symbolic
	// links where PWD does not say otherwise; one spelling everywhere.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	g := &Command{Dir: dir, env: append(env[:len(env):len(env)], "PWD="+dir), cache: opts.Cache, log: opts.Log}
	out, err := g.Run(ctx, nil, append([]string{"env", "-json", "GOMOD", "GOWORK", "GOCACHE", "GOMODCACHE", "GO111MODULE", "GOTMPDIR", "GOHOSTOS", "GOHOSTARCH"}, envThatMatters...)...)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &g.vars); err != nil {
		return nil, fmt.Errorf("reading go env: %w", err)
	}
	// With experiments it reads "go1.26.1 X:name".
	g.Version, _, _ = strings.Cut(g.vars["GOVERSION"], " ")
	if v := g.Version; version.IsValid(v) && version.Compare(v, LeastGo) < 0 {
		return nil, &LoadError{fmt.Sprintf("gocheck needs Go 1.25 or newer; the go command here is %s", v)}
	}
	if g.Workspace() == "" && (g.vars["GOMOD"] == "" || g.vars["GOMOD"] == os.DevNull) {
		return nil, &LoadError{fmt.Sprintf("no go.mod in %s or above it: gocheck works on packages of a module (go mod init makes one)", dir)}
	}
	if opts.Tags != "" {
		g.Flags = append(g.Flags, "-tags="+opts.Tags)
	}
	for _, f := range SplitFlags(g.vars["GOFLAGS"]) {
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch name {
		case "race", "msan", "asan":
			if value == "" || value == "true" || value == "1" {
				return nil, &LoadError{fmt.Sprintf("GOFLAGS has -%s, which cannot be combined with gocheck (-races=report finds data races in every schedule); unset it", name)}
			}
		case "cover", "coverpkg", "covermode", "overlay", "modfile":
			return nil, &LoadError{fmt.Sprintf("GOFLAGS has -%s, which cannot be combined with gocheck; unset it", name)}
		case "mod":
			// -mod=mod lets the go command write go.mod and go.sum; readonly
			// selects the same modules (and also passes a vendor folder by).
			if value == "mod" {
				g.Flags = append(g.Flags, "-mod=readonly")
			}
		}
	}
	return g, nil
}

// Workspace returns the user's go.work, or "".
func (g *Command) Workspace() string {
	if w := g.vars["GOWORK"]; w != "off" {
		return w
	}
	return ""
}

// An Error is the failure of a go command: what it printed.
type Error struct {
	args   []string
	Output string // standard error
	err    error
}

func (e *Error) Error() string {
	if e.Output != "" {
		return e.Output
	}
	return fmt.Sprintf("go %s: %v", strings.Join(e.args, " "), e.err)
}

// Run runs the go command in the user's directory and returns its standard
// output. The error is a *LoadError when there is no go command, else a
// *Error.
func (g *Command) Run(ctx context.Context, extraEnv []string, args ...string) ([]byte, error) {
	start := time.Now()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = g.Dir
	cmd.Env = append(g.env[:len(g.env):len(g.env)], extraEnv...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	// What only lists packages may download some, and have to ask for a password
	// at the terminal, which a process of another group cannot do.
	if args[0] == "test" || args[0] == "build" || slices.Contains(args, "-export") {
		// A go command that is interrupted leaves its work directory behind, and its
		// compilers running.
		work, err := os.MkdirTemp(g.vars["GOTMPDIR"], "gocheck")
		if err != nil {
			return nil, fmt.Errorf("making a work directory for go %s: %w", args[0], err)
		}
		cmd.Env = append(cmd.Env, "GOTMPDIR="+work)
		ownGroup(cmd)
		cmd.Cancel = func() error { return killGroup(cmd) }
		defer Leaves(func() { RemoveAll(work) })()
		defer RemoveAll(work)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Start()
	if err == nil {
		gone := Leaves(func() { _ = cmd.Cancel() })
		err = cmd.Wait()
		gone()
	}
	fmt.Fprintf(g.log, "gocheck: go %s (%.2fs)\n", strings.Join(args, " "), time.Since(start).Seconds())
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, &LoadError{"no go command in PATH: gocheck builds packages with it (https://go.dev/dl)"}
	}
	if err != nil {
		return stdout.Bytes(), &Error{args, withoutProgress(stderr.String()), err}
	}
	return stdout.Bytes(), nil
}

// RemoveAll removes a folder. Who was killed a moment ago may still be writing
// to it.
func RemoveAll(dir string) {
	for range 50 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// withoutProgress drops the lines that say what is being downloaded.
func withoutProgress(output string) string {
	var kept []string
	for _, line := range strings.Split(output, "\n") {
		if !strings.HasPrefix(line, "go: downloading ") {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// User runs a command on the packages as the user's own build sees them.
// flags that select packages are put behind the verb.
func (g *Command) User(ctx context.Context, verb []string, args ...string) ([]byte, error) {
	var env []string
	if g.Work != "" {
		env = []string{"GOWORK=" + g.Work}
	}
	all := append(append(verb[:len(verb):len(verb)], g.Flags...), args...)
	return g.Run(ctx, env, all...)
}

// SplitFlags splits GOFLAGS as cmd/go does: at spaces, with quotes around a
// whole field.
func SplitFlags(s string) []string {
	var fields []string
	for {
		s = strings.TrimLeft(s, " \t\n\r")
		if s == "" {
			return fields
		}
		if q := s[0]; q == '\'' || q == '"' {
			if end := strings.IndexByte(s[1:], q); end >= 0 {
				fields = append(fields, s[1:1+end])
				s = s[end+2:]
				continue
			}
		}
		end := strings.IndexAny(s, " \t\n\r")
		if end < 0 {
			end = len(s)
		}
		fields = append(fields, s[:end])
		s = s[end:]
	}
}

// Identify writes all of the go command and its environment that a compiled package
// depends on.
func (g *Command) Identify(w io.Writer) {
	fmt.Fprintf(w, "tags %q\n", g.Flags)
	for _, name := range envThatMatters {
		fmt.Fprintf(w, "%s=%q\n", name, g.vars[name])
	}
}

// Getenv is what go env says of a variable.
func (g *Command) Getenv(name string) string { return g.vars[name] }

// LoadError says why nothing can be built at all: patterns that match no
// package, no module, flags that contradict what gocheck does. Its text is for
// the user as it stands.
type LoadError struct{ Text string }

func (e *LoadError) Error() string { return e.Text }
