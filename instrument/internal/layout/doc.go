// Package layout lays out what a test binary is built of: a go.work outside of the user's
// tree, go.mod files that fix every version, gocheck's own module, and an overlay with the
// rewritten files in the place of the originals.
//
// docs/design/instrument.md has the facts about the go command behind it.
package layout
