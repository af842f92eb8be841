// Package nets has what package net makes in memory, under control: net.Pipe, and the
// sockets of an execution. It is imported where net.Pipe is called, and by binaries that
// listen or dial, so that only binaries that have package net pay for it.
package nets
