package instrument

import (
	"go/token"
	"io"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/directives"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
	"gocheck.dev/instrument/internal/load"
)

// Config says what to instrument, and with what.
type Config struct {
	Dir      string   // where the go command runs; "" is the current directory
	Patterns []string // packages, as the go command understands them; none is "."
	Tags     string   // build tags, as in go build -tags
	Env      []string // environment of the go command; nil is the process's own
	Cache    string   // cache folder; "" is CacheDir
	Verbose  bool     // say in Log what is done
	Log      io.Writer
	Phase    func(Phase) // told what is being done, one call at a time; nil: nobody asks

	// Instrument narrows which packages are rewritten, besides those that
	// Patterns name: a list of patterns separated by commas. One that begins
	// with "-" leaves out what it matches; the last one that matches decides,
	// and a list that begins with such a one begins with all. "" is all
	// packages outside the standard library.
	Instrument string

	// Symmetry has the rewritten text say what functions refer to, for -symmetry.
	Symmetry bool
}

// Binary is the result for one named package: a test binary under gocheck's control, or the
// reason why there is none.
type Binary struct {
	ImportPath string
	Dir        string // the package's directory, where its tests run
	ModuleDir  string // the root of its module
	// other modules of the binary that are worked on, with their folders: of a workspace, or
	// replaced by a folder
	Local       map[string]string
	Path        string // the test binary; "" when there are no tests or Err is set
	Key         string `json:"-"` // the hash of all that it is built from, gocheck included
	Tests       []Test
	Directives  []Directive  // in the package's source
	Unsupported []Diagnostic // in all packages of the binary
	Plain       []Plain      // what is not rewritten, besides the standard library
	Instrument  string       // Config.Instrument, with import paths for what was relative to a directory
	Runner      string       `json:"-"` // the program that runs it, of another platform; "": none is needed
	NoTests     bool         // nothing to run; not an error
	TestFiles   bool         // it has test files, which need not have tests
	Err         error        `json:"-"` // a *BuildError: this package cannot be run, the others can
}

// Test is one test function, fuzz target or example.
type Test struct {
	Name string
	Pos  token.Position
}

// LoadError says why nothing can be built at all: patterns that match no package, no module,
// flags that contradict what gocheck does. Its text is printed as it is.
type LoadError = gocmd.LoadError

// A Diagnostic is a message about a place in the user's program.
type Diagnostic = load.Diagnostic

// A Directive is a comment //gocheck:NAME VALUE in a package under test.
type Directive = directives.Directive

// Plain is a package that is not rewritten, or only in part.
type Plain = golist.Plain

// CacheDir is the cache folder where Config names none: $GOCHECKCACHE, or
// gocheck in the user's cache folder.
func CacheDir() (string, error) { return cache.DefaultDir() }

// Hold keeps the binaries at these paths in the cache until the returned function is called.
// Otherwise other commands might remove them, and a long exploration starts its binary several
// times.
func Hold(paths []string) (release func()) { return cache.Hold(paths) }

// Abandon ends the running go commands and removes unfinished files, for a process that ends at
// once.
func Abandon() { gocmd.Abandon() }

// BuildError says why one package cannot be built. If the fault is in the package, its text is
// that of the go command, with the compiler's positions.
type BuildError struct {
	ImportPath string
	Text       string
	Own        bool // the package itself compiles: the fault is gocheck's
}

func (e *BuildError) Error() string { return e.Text }
