package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/schedule"
)

// A Server answers for one module.
type Server struct {
	Version string
	Root    string // of the module, where commands run
	Module  string // its path
	// Command runs a command of gocheck's.
	Command func(ctx context.Context, args []string) Ran
	// Saved are the paths of the schedules that are saved in the module.
	Saved func() []string
	// Topics are those that Command takes after "help".
	Topics []string

	mu sync.Mutex // one command at a time
}

// Ran is what a command has printed, and its exit status.
type Ran struct {
	Stdout, Stderr string
	Status         int
}

// mostText is how much of a command's output an answer has, in bytes. The beginning of a report
// says most.
const mostText = 48 << 10

// Serve answers until in ends.
func (s *Server) Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	if err := s.server().Run(ctx, &mcp.IOTransport{Reader: in, Writer: out}); err != nil && ctx.Err() == nil {
		return fmt.Errorf("serving the Model Context Protocol: %w", err)
	}
	return nil
}

func (s *Server) server() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: "gocheck", Title: "gocheck", Version: s.Version}, &mcp.ServerOptions{
		Instructions: "gocheck runs the tests of Go packages under every schedule that makes a difference, and reports the smallest one that fails. " +
			"Use explore on a package with goroutines, channels, locks or event loops; read the failure; mend the cause; use replay on the saved schedule, then explore again. " +
			"A test that passes and is exhaustive fails under no schedule; an incomplete one has not been explored to the end.",
	})
	no, yes := false, true
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}
	runs := &mcp.ToolAnnotations{DestructiveHint: &no, OpenWorldHint: &yes} // it runs the module's tests
	mcp.AddTool(m, &mcp.Tool{
		Name: "explore", Annotations: runs,
		Description: "Explore the tests of packages under all inequivalent schedules: deadlocks, races, leaks, lost updates, failed assertions. Builds and runs the tests.",
	}, s.explore)
	mcp.AddTool(m, &mcp.Tool{
		Name: "replay", Annotations: runs,
		Description: "Run a saved failing schedule again, with the source as it is now. Builds and runs the test.",
	}, s.replay)
	mcp.AddTool(m, &mcp.Tool{
		Name: "show", Annotations: reads,
		Description: "Show a saved failing schedule: each step in the column of its goroutine, and what makes the difference to an execution that passes. Nothing is built or run.",
	}, s.show)
	mcp.AddTool(m, &mcp.Tool{
		Name: "schedules", Annotations: reads,
		Description: "List the failing schedules that are saved in this module.",
	}, s.schedules)
	mcp.AddTool(m, &mcp.Tool{
		Name: "explain", Annotations: reads,
		Description: "Explain verdicts (pass, incomplete, unsupported …), kinds of failure, bounds, races, time, directives and other topics. Without a topic: which there are.",
	}, s.explain)
	return m
}

// run runs one command at a time.
func (s *Server) run(ctx context.Context, args ...string) Ran {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Command(ctx, args)
}

// wait waits until no command runs any more.
func (s *Server) wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
}

// answer is a text for the assistant, an error's if the command could not do its work.
func answer(text string, failed bool) *mcp.CallToolResult {
	if len(text) > mostText {
		text = strings.ToValidUTF8(text[:mostText], "") + "\n… cut here; narrow it down with run\n"
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: failed}
}

// packages are patterns of this module only. To the go command others would be flags, packages of
// other modules, or folders elsewhere.
func (s *Server) packages(patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		return []string{"./..."}, nil
	}
	for _, p := range patterns {
		local := p == "." || strings.HasPrefix(p, "./") && filepath.IsLocal(filepath.FromSlash(p))
		if !local && p != s.Module && !strings.HasPrefix(p, s.Module+"/") {
			return nil, fmt.Errorf("%q is no package of module %s: want ./folder, ./..., or an import path of the module", printable.Line(p), s.Module)
		}
	}
	return patterns, nil
}

// scheduleIn is a schedule for a command: a line, or a file in the module.
func (s *Server) scheduleIn(name string) (string, error) {
	if schedule.IsLine(name) {
		return name, nil
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.Root, path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("%s: no such schedule; the tool schedules lists those that there are", printable.Line(name))
	}
	root, err := filepath.EvalSymlinks(s.Root)
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	rel, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return "", fmt.Errorf("%s is not in this module", printable.Line(name))
	}
	return "." + string(filepath.Separator) + rel, nil // never taken for a flag
}
