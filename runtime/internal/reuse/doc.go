// Package reuse keeps values of one execution for the next.
package reuse
