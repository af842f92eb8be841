// Package parsing is what go/parser reads, and when: a source first, then the set of files, which
// others may add to meanwhile.
package parsing
