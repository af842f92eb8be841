package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"gocheck.dev/internal/cli"
)

func main() { os.Exit(run()) }

func run() int {
	app, err := cli.New()
	if err != nil {
		fmt.Fprintf(os.Stderr, "gocheck: %v\n", err)
		return 2
	}
	// The first Ctrl-C ends the exploration with what is known, the second one
	// ends gocheck. So do the other signals by which one gets rid of a program:
	// it has started others, in groups of their own, which would go on.
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGPIPE)
	if !signal.Ignored(syscall.SIGHUP) { // else by nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		ending := false
		for s := range signals {
			if ending && s == syscall.SIGPIPE {
				continue // nobody reads the last words, either
			}
			if ending {
				os.Exit(app.Abandon())
			}
			ending = true
			stop()
		}
	}()
	return app.Run(ctx, os.Args[1:])
}
