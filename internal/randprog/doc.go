// Package randprog makes random programs of a few tasks, as the rewriter would write them,
// for tests of packages runtime and testbin.
package randprog
