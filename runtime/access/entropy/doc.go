// Package entropy makes what crypto/rand draws a function of the trace. It is
// imported beside crypto/rand, so that only binaries that have that pay for it.
package entropy
