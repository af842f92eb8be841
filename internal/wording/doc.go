// Package wording says in words what a data race is. It is linked into test binaries, which
// know the program, and into the command, which explores traces without it.
package wording
