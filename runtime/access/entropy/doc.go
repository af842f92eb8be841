// Package entropy makes what the packages below crypto draw a function of the trace. It is
// imported beside those that draw, so that only binaries that have them pay for it.
package entropy
