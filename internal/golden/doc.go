// Package golden compares what a test prints with a file in testdata, and with the flag -update
// writes that file. It is for tests only.
package golden
