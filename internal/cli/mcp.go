package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"gocheck.dev/internal/goplaces"
	"gocheck.dev/internal/printable"
)

// mcpServer is the command that serves. It is one of its own, for it takes as long to compile as
// gocheck itself.
const mcpServer = "gocheck.dev/cmd/gocheck-mcp"

// mcp is `gocheck mcp`: it starts the server for the module that the user is in, which calls this
// command until the standard input ends.
func (a *App) mcp(ctx context.Context, args []string) (int, error) {
	if len(args) > 0 {
		return exitUsage, usagef("gocheck mcp takes no arguments: it is started by an editor or an assistant (gocheck help mcp)")
	}
	root := goplaces.ModuleOf(a.Dir)
	if root == "" {
		return exitUsage, usagef("no go.mod here or above: start gocheck mcp in a module")
	}
	self, err := os.Executable()
	if err != nil {
		return exitUsage, fmt.Errorf("finding gocheck itself: %w", err)
	}
	server, err := serverFor(ctx, self, root)
	if err != nil {
		return exitUsage, err
	}
	cmd := exec.CommandContext(ctx, server, "-gocheck="+self, "-version="+ownVersion(), "-topics="+strings.Join(allTopics(), ","))
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = root, os.Stdin, a.Stdout, a.Stderr
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return cmd.Process.Kill() // where there is no such signal
		}
		return nil
	}
	cmd.WaitDelay = 10 * time.Second // for what it has started
	if err := cmd.Run(); err != nil {
		return exitUsage, fmt.Errorf("serving the Model Context Protocol: %w", err)
	}
	return exitOK, nil
}

// serverFor finds the server: beside this gocheck, among the tools of the module, on the PATH.
func serverFor(ctx context.Context, self, root string) (string, error) {
	name := filepath.Base(mcpServer)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	beside := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(beside); err == nil {
		return beside, nil
	}
	tool := exec.CommandContext(ctx, "go", "tool", "-n", mcpServer) // compiles it, once
	tool.Dir = root
	var said strings.Builder
	tool.Stderr = &said
	switch out, err := tool.Output(); {
	case err == nil:
		return strings.TrimSpace(string(out)), nil
	case !strings.Contains(said.String(), "no such tool"):
		return "", fmt.Errorf("compiling the server, go tool %s: %w: %s", mcpServer, err, printable.Line(strings.TrimSpace(said.String())))
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", usagef("the server is a command of its own: go get -tool %s@latest, or go install %s@latest", mcpServer, mcpServer)
	}
	return path, nil
}
