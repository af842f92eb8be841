package main

import (
	"os"

	"gocheck.dev/cmd/gocheck-cluster/internal/jetroad"
	"gocheck.dev/internal/cli"
)

func main() { os.Exit(cli.Main(jetroad.Open)) }
