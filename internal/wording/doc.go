// Package wording has the words of failures that more than one side says. It is linked into test
// binaries, which know the program, and into the command, which explores traces without it.
package wording
