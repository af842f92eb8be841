// Package embeds gives variables of go:embed the files as they are: of Go files that the rewriter
// has changed, and of those that it has added, the compiler embeds what it compiles.
package embeds
