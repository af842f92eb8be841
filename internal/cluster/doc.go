// Package cluster divides explorations among machines. A coordinator, which is gocheck, offers
// pieces of work; workers take them, and commit one record for each: docs/design/cluster.md.
//
// What is explored, and how results are added up, is package worker's. How messages travel is a
// Road's: JetStream's in gocheck-cluster, a simulated one in tests. This package is the protocol
// between the two: that each piece of work counts exactly once, whoever dies.
package cluster
