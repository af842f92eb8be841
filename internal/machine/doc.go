// Package machine is what a package that is linked into test binaries as it is asks the
// checker for, where there is one: package linear, whose own code need not be explored. It
// starts goroutines and compares what they return; only that is of interest to a schedule.
package machine
