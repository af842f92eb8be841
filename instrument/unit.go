package instrument

import (
	"go/token"

	"golang.org/x/tools/go/packages"
)

// A program is everything that was loaded to be rewritten: the units with
// syntax and types, dependencies before their importers. Dependencies whose
// rewritten form is in the cache are not among them.
type program struct {
	fset  *token.FileSet
	units []*unit
}

// A unit is one package to rewrite, in one of its variants: the plain package,
// its test variant "p [p.test]" (with the in-package _test.go files), the
// external test package "p_test [p.test]", or a package between the two, "q
// [p.test]", that is compiled again against p's test variant.
//
// Every test binary has an overlay of its own and contains one variant of a
// package, so the variants are rewritten separately. Two rules follow from what
// is done with the results:
//
//   - What a unit becomes may depend on the unit and on the types of its
//     dependencies, never on its importers: it is cached under a key made of
//     these, and of the dependencies' function bodies nothing is loaded.
//   - Files that mention declarations of _test.go files are named *_test.go.
//     The directory that WriteSource makes holds a test variant that has to
//     compile as a plain package too.
type unit struct {
	pkg        *packages.Package // Syntax, Types, TypesInfo, CompiledGoFiles; ID distinguishes the variants
	plain      map[string]bool   // import paths of packages that are not rewritten because of Config.Instrument
	importPath string            // without the variant; ends in "_test" for the external test package
	// import path of the package under test, for its test variant and the external test
	// package; else ""
	testFor     string
	external    bool       // it is the external test package
	tests       []testFunc // TestXxx functions declared in it, when testFor is set
	hasTestMain bool       // it declares TestMain
	driver      bool       // the generated TestMain goes here: one unit of each package under test
}

// rewritable reports whether a file, named as in pkg.Fset, may be replaced. The
// files that cgo made of the user's are compiled from the user's and stay.
func (u *unit) rewritable(filename string) bool {
	for _, f := range u.pkg.GoFiles {
		if f == filename {
			return true
		}
	}
	return false
}

// A testFunc is one TestXxx function.
type testFunc struct {
	name   string
	pos    token.Position
	keepsT bool
}

// rewritten is what the rewriter makes of a unit.
type rewritten struct {
	// original file name (absolute) → new content; only changed files, with //line so that
	// positions stay
	files map[string][]byte
	// new file's base name → content, for the unit's directory: sites, resets, registered
	// tests, TestMain
	extra       map[string][]byte
	unsupported []Diagnostic // what was met and cannot be controlled
	pipes       bool         // it makes an io.Pipe
}

// A Diagnostic is a place in a user's program with something to say about it.
type Diagnostic struct {
	Pos     token.Position
	Message string
}
