package instrument

import (
	"go/token"

	"golang.org/x/tools/go/packages"
)

// A program is everything that was loaded to be rewritten: the units with
// syntax and types, dependencies before their importers, so that a unit's
// rewriter finds those of its imports done.
type program struct {
	fset  *token.FileSet
	units []*unit

	analysis any // belongs to the rewriter: what it has worked out about the program as a whole (SSA, what is shared), built on first use
}

// A unit is one package to rewrite, in one of its variants: the plain package,
// its test variant "p [p.test]" (with the in-package _test.go files), or the
// external test package "p_test [p.test]".
//
// Files of the plain package are compiled again in the test variant, but the
// overlay holds one content a file name: where both variants are units, the
// test variant alone is rewritten, since its files are a superset.
type unit struct {
	pkg         *packages.Package // Syntax, Types, TypesInfo, CompiledGoFiles; ID distinguishes the variants
	importPath  string            // without the variant; ends in "_test" for the external test package
	testFor     string            // import path of the package under test, for the test variants; else ""
	external    bool              // it is the external test package
	tests       []testFunc        // TestXxx functions declared in it, for test variants
	hasTestMain bool              // it declares TestMain
	driver      bool              // the generated TestMain goes here: one unit of each package under test
}

// A testFunc is one TestXxx function.
type testFunc struct {
	name string
	pos  token.Position
}

// rewritten is what the rewriter makes of a unit.
type rewritten struct {
	files       map[string][]byte // original file name (absolute) → new content; only changed files, with //line so that positions stay
	extra       map[string][]byte // new file's base name → content, for the unit's directory: sites, resets, registered tests, TestMain
	unsupported []Diagnostic      // what was met and cannot be controlled
}

// A Diagnostic is a place in a user's program with something to say about it.
type Diagnostic struct {
	Pos     token.Position
	Message string
}
