// Package jetroad is the road of a cluster over NATS JetStream: a server in this process, or the
// user's own servers.
package jetroad
