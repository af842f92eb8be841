// Package decls generates the declarations beside a unit's rewritten files: its sites, the
// registration of its tests, methods promoted from what is under control, and how its
// package variables get their initial values before each execution.
//
// A Unit collects what they are made of while the files are rewritten.
package decls
