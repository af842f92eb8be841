// Package nets has what package net makes in memory, under control. It is
// imported where net.Pipe is called, so that only binaries that have package
// net pay for it.
package nets
