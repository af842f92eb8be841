// Command gocheck-cluster is gocheck with the road to other machines: -cluster, `worker` and
// `cluster` need NATS, whose modules nobody else is to have. docs/design/cluster.md has why.
package main

import (
	"os"

	"gocheck.dev/cmd/gocheck-cluster/internal/jetroad"
	"gocheck.dev/internal/cli"
)

func main() { os.Exit(cli.Main(jetroad.Open)) }
