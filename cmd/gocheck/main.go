// Command gocheck runs the tests of Go packages under every schedule that makes
// a difference. See `gocheck help`, and package internal/cli.
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first Ctrl-C ends the exploration with what is known, the second one
	// ends gocheck.
	context.AfterFunc(ctx, stop)
	app, err := cli.New()
	if err != nil {
		fmt.Fprintf(os.Stderr, "gocheck: %v\n", err)
		return 2
	}
	return app.Run(ctx, os.Args[1:])
}
