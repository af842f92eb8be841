// Package instrument makes, of ordinary Go packages, test binaries that run
// under gocheck's control. Source goes in, an overlay comes out:
//
//	list → load → rewrite → lay out → build
//
// # What must hold
//
// A binary consists of the same packages, in the same versions, under the same
// build constraints and language versions, as the one that `go test -c` makes of
// the same directory; only operations that gocheck controls are calls into its
// runtime instead, and every position is that of the user's source. Nothing is
// written to the user's tree. What a fault is said to be is true: the
// compiler's own words for the user's faults, gocheck's own fault otherwise.
//
// # The way
//
// Package golist asks the go command, once, for all packages that the tests of the
// named packages are made of. Every package outside the standard library gets a key, a
// hash of all that its rewritten form depends on; every test binary too. If all
// binaries are in the cache, that is all: no file is parsed.
//
// Else package load type-checks the packages: those outside the standard library
// from source, the others from export data. Each variant of a package (as such,
// with its test files, its external tests) is a unit, and package rewrite makes new
// files of it: docs/design/instrument.md, "Rewriting".
//
// Package layout then lays the files out for the compiler: a go.work outside of
// the user's tree, which adds gocheck's own module to the user's, and an overlay,
// which has the new files in the place of the originals. Each binary has its
// own, because the overlay can hold one content a file, and one package may be
// in two binaries in two variants.
//
// # Hazards
//
//   - Module selection. The overlay replaces the go.mod files, too: main modules
//     require what list has found, dependencies nothing. So the versions are the
//     user's, whatever a workspace would have selected.
//   - The module cache and vendor folders cannot be overlaid in place. Modules
//     in them get directories that exist in the overlay only, or, with assembly
//     and C in them, copies.
//   - GODEBUG defaults and the tool chain depend on the main module's go line,
//     in a workspace on that of go.work: it restates them.
//   - The go command writes go.work.sum, even on go list: it gets to see a copy
//     of the user's go.work.
//
// docs/design/instrument.md has the facts about the go command behind these, as
// measured.
package instrument
