// Package instrument turns ordinary Go packages into test binaries that run under gocheck's
// control. Source goes in, an overlay comes out:
//
//	list → load → rewrite → lay out → build
//
// # What must hold
//
// A binary consists of the same packages, in the same versions, under the same build
// constraints and language versions, as the binary that `go test -c` makes of the same
// directory. Only operations that gocheck controls are calls of its runtime. Every position is
// that of the user's source. Nothing is written to the user's tree. The user's faults are
// reported in the compiler's words, all others as gocheck's own.
//
// # The way
//
// Package golist asks the go command, once, for all packages of the tests. Every package
// outside the standard library gets a key, a hash of everything that its rewritten form depends
// on. Every test binary gets one, too. If all binaries are in the cache, the work is done: no
// file is parsed.
//
// Otherwise package load type-checks the packages: those outside the standard library from
// source, the others from export data. Each variant of a package (as such, with its test files,
// its external tests) is a unit, and package rewrite makes new files of it:
// docs/design/instrument.md, "Rewriting".
//
// Package layout then makes a workspace for the compiler: a go.work outside of the user's tree,
// which adds gocheck's own module, and an overlay, which replaces the originals by the new
// files. Each binary has its own overlay: an overlay holds one content a file, and a package
// may be in two binaries in two variants.
//
// # Hazards
//
//   - Module selection. The overlay replaces the go.mod files, too: main modules
//     require what list has found, dependencies nothing. So the versions are the
//     user's, whatever a workspace would have selected, no go.sum is consulted, and it builds
//     offline whenever the user's build does.
//   - The module cache and vendor folders cannot be overlaid in place. Modules
//     in them get directories that exist in the overlay only, or, with assembly
//     and C in them, copies.
//   - GODEBUG defaults and the tool chain depend on the main module's go line,
//     in a workspace on that of go.work: it restates them.
//   - The go command writes go.work.sum, even on go list: it gets to see a copy
//     of the user's go.work.
//
// docs/design/instrument.md has the facts about the go command.
package instrument
