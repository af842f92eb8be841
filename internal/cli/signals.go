package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Main is the command in this process, and returns its exit status. road leads to other machines;
// nil: to none.
func Main(road Road) int {
	app, err := New()
	if err != nil {
		fmt.Fprintf(os.Stderr, "gocheck: %v\n", err)
		return exitUsage
	}
	app.Road = road
	ctx, stop := interruptible(app)
	defer stop()
	return app.Run(ctx, os.Args[1:])
}

// interruptible returns the context of app's work. The first Ctrl-C ends the exploration
// with what is known, the second one ends gocheck. So do the other signals by which one
// gets rid of a program: it has started others, in groups of their own, which would go
// on. The caller calls stop.
//
// A standard output or error that nobody reads any more ends the work, too. That is told
// by the write and not by SIGPIPE: who has asked for that signal gets it for every pipe,
// also for that of a test binary that ended while something was written to it.
func interruptible(app *App) (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(context.Background())
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if !signal.Ignored(syscall.SIGHUP) { // else by nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		for ending := false; ; ending = true {
			for s := <-signals; s == os.Interrupt && app.Debugging(); s = <-signals {
			}
			if ending {
				os.Exit(app.Abandon())
			}
			stop()
		}
	}()
	// Nobody asks this channel: but for it a write to a pipe that nobody reads
	// would end gocheck at once.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	app.Stdout, app.Stderr = &heard{app.Stdout, stop}, &heard{app.Stderr, stop}
	return ctx, stop
}

// heard passes on what is printed, and calls gone when nobody reads it any more.
type heard struct {
	w    io.Writer
	gone func()
}

func (h *heard) Write(p []byte) (int, error) {
	n, err := h.w.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		h.gone()
	}
	return n, err
}
