package main

import (
	"os"

	"gocheck.dev/internal/cli"
)

func main() { os.Exit(cli.Main(nil)) }
