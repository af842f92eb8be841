package main

import (
	"fmt"
	"os"

	"gocheck.dev/internal/cli"
)

func main() { os.Exit(run()) }

func run() int {
	app, err := cli.New()
	if err != nil {
		fmt.Fprintf(os.Stderr, "gocheck: %v\n", err)
		return 2
	}
	ctx, stop := interruptible(app)
	defer stop()
	return app.Run(ctx, os.Args[1:])
}
