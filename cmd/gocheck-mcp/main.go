package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"gocheck.dev/internal/goplaces"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/schedule"
)

func main() { os.Exit(run()) }

func run() int {
	command := flag.String("gocheck", "", "the gocheck that asks, which is to run what the tools are for")
	version := flag.String("version", "(devel)", "its version")
	topics := flag.String("topics", "", "what its help takes, with commas")
	flag.Parse()
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintf(os.Stderr, "gocheck-mcp: %v\n", err)
		return 2
	}
	root := goplaces.ModuleOf(dir)
	if *command == "" || root == "" {
		fmt.Fprintln(os.Stderr, "gocheck-mcp is for gocheck mcp to start, in a module: see gocheck help mcp")
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &Server{
		Version: *version, Root: root, Module: goplaces.ModulePath(root), Topics: strings.Split(*topics, ","),
		Saved: func() []string { return savedIn(root) },
	}
	serving, ended := context.WithCancel(ctx)
	s.Command = func(ctx context.Context, args []string) Ran {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(serving, stop)()
		return runs(ctx, *command, root, args)
	}
	err = s.Serve(ctx, os.Stdin, unclosed{os.Stdout})
	ended()
	s.wait() // or a gocheck would go on without us
	if err != nil {
		fmt.Fprintf(os.Stderr, "gocheck-mcp: %s\n", printable.Line(err.Error()))
		return 2
	}
	return 0
}

// graceful is how long a gocheck that is told to stop has to say what it knows.
const graceful = 5 * time.Second

// runs runs a command of gocheck's in the module's folder.
func runs(ctx context.Context, gocheck, root string, args []string) Ran {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, gocheck, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, &stdout, &stderr
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return cmd.Process.Kill() // where there is no such signal
		}
		return nil
	}
	cmd.WaitDelay = graceful
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintf(&stderr, "gocheck mcp: running gocheck: %v\n", err)
		return Ran{Stdout: stdout.String(), Stderr: stderr.String(), Status: 2}
	}
	return Ran{Stdout: stdout.String(), Stderr: stderr.String(), Status: cmd.ProcessState.ExitCode()}
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
		if _, ok := schedule.PackageDir(path); !ok {
			return nil
		}
		if rel, err := filepath.Rel(root, path); err == nil {
			found = append(found, rel)
		}
		return nil
	})
	return found
}

// unclosed is the standard output, which stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
