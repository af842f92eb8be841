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
	// ends gocheck.
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		stop()
		<-signals
		os.Exit(app.Abandon())
	}()
	return app.Run(ctx, os.Args[1:])
}
