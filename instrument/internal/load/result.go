package load

import "go/token"

// Rewritten is what the rewriter makes of a unit.
type Rewritten struct {
	// original file name (absolute) → new content; only changed files, with //line so that
	// positions stay
	Files map[string][]byte
	// new file's base name → content, for the unit's directory: sites, resets, registered
	// tests, TestMain
	Extra       map[string][]byte
	Unsupported []Diagnostic // what was met and cannot be controlled
	Pipes       bool         // it makes an io.Pipe
	Network     bool         // it mentions what listens
}

// A Diagnostic is a place in a user's program with something to say about it.
type Diagnostic struct {
	Pos     token.Position
	Message string
}

// The files among Rewritten.Extra that compile only with a changed package io, of units
// that make an io.Pipe.
const (
	PipesFile         = "0gocheck_pipes.go"
	PipesExternalFile = "0gocheck_pipes_test.go"
)
