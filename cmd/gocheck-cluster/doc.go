// Command gocheck-cluster is gocheck with the road to other machines: -cluster, `worker` and
// `cluster` need NATS, whose modules nobody else is to have. docs/design/cluster.md has why.
package main
