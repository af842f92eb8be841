package cli

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocheck.dev/internal/goplaces"
	"gocheck.dev/internal/mcpserver"
	"gocheck.dev/internal/schedule"
)

// mcp is `gocheck mcp`: it serves the module that the user is in until the standard input ends.
func (a *App) mcp(ctx context.Context, args []string) (int, error) {
	if len(args) > 0 {
		return exitUsage, usagef("gocheck mcp takes no arguments: it is started by an editor or an assistant (gocheck help mcp)")
	}
	root := goplaces.ModuleOf(a.Dir)
	if root == "" {
		return exitUsage, usagef("no go.mod here or above: start gocheck mcp in a module")
	}
	s := &mcpserver.Server{
		Version: ownVersion(), Root: root, Module: goplaces.ModulePath(root), Topics: allTopics(),
		Saved: func() []string { return savedIn(root) },
		Command: func(ctx context.Context, args []string) mcpserver.Ran {
			var stdout, stderr bytes.Buffer
			one := &App{Stdout: &stdout, Stderr: &stderr, Dir: root, Width: a.Width, Started: time.Now(), Build: a.Build}
			status := one.Run(ctx, args)
			return mcpserver.Ran{Stdout: stdout.String(), Stderr: stderr.String(), Status: status}
		},
	}
	if err := s.Serve(ctx, os.Stdin, unclosed{a.Stdout}); err != nil {
		return exitUsage, err
	}
	return exitOK, nil
}

// savedIn are the paths of the schedules that are saved in a module, from its root.
func savedIn(root string) []string {
	var found []string
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // of what cannot be read
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "vendor" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		if _, ok := schedule.PackageDir(path); ok {
			found = append(found, relative(root, path))
		}
		return nil
	})
	return found
}

// unclosed is the standard output, which stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
