package load

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/packages"
)

// An Unit is one package to rewrite, in one of its variants: the plain package,
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
type Unit struct {
	Pkg        *packages.Package // Syntax, Types, TypesInfo, CompiledGoFiles; ID distinguishes the variants
	Plain      map[string]bool   // import paths of packages that are not rewritten because of Config.Instrument
	ImportPath string            // without the variant; ends in "_test" for the external test package
	// import path of the package under test, for its test variant and the external test
	// package; else ""
	TestFor     string
	External    bool   // it is the external test package
	Tests       []Test // what go test runs of it, when TestFor is set
	HasTestMain bool   // it declares TestMain
	Driver      bool   // the generated TestMain goes here: one unit of each package under test
	Symmetry    bool   // it says what functions refer to: Config.Symmetry
}

// Rewritable reports whether a file, named as in pkg.Fset, may be replaced. The
// files that cgo made of the user's are compiled from the user's and stay.
func (u *Unit) Rewritable(filename string) bool {
	for _, f := range u.Pkg.GoFiles {
		if f == filename {
			return true
		}
	}
	return false
}

// A Test is what go test runs: a TestXxx function, a FuzzXxx function with its seeds, or an example
// with output.
type Test struct {
	Name    string
	Pos     token.Position
	KeepsT  bool
	Example *Example // of an example
}

// An Example is what one is to print.
type Example struct {
	Output    string
	Unordered bool
}

// Fuzzes says whether it is a fuzz target.
func (t Test) Fuzzes() bool { return strings.HasPrefix(t.Name, "Fuzz") }
