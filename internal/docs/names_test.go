package docs

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named matches names of files with an ending that is seldom anything else.
var named = regexp.MustCompile(`[\w./*-]*\w\.(?:go|md|txtar|txt|s|tsv|sh|yml|html)\b`)

// elsewhere are files that are in no repository, by where they are named.
var elsewhere = map[string]bool{
	"docs/design/instrument.md 0gocheck.go":              true, // generated
	"docs/design/instrument.md 0gocheck_test.go":         true,
	"docs/design/instrument.md nats.go":                  true, // a module
	"docs/design/conflicts.md filepicker.go":             true, // of the module bubbles
	"instrument/internal/rewrite/rewrite_test.go in.go":  true, // in archives
	"instrument/internal/rewrite/rewrite_test.go out.go": true,
}

// Files that pages and comments name exist, here or in Go's source. Generated pages
// name those of other modules; a tutorial those that it makes.
func TestNames(t *testing.T) {
	where := newFinder(t)
	for name, text := range pages(t) {
		if generated[name] {
			continue
		}
		made := map[string]bool{}
		for _, m := range maker.FindAllStringSubmatch(text, -1) {
			made[m[1]] = true
		}
		for i, line := range strings.Split(fence.ReplaceAllStringFunc(text, blanked), "\n") {
			for _, n := range named.FindAllString(line, -1) {
				if !made[n] && !elsewhere[name+" "+n] && !where.exists(name, n) {
					t.Errorf("%s:%d: there is no %s", name, i+1, n)
				}
			}
		}
	}
	for _, c := range allComments(t) {
		for i, line := range strings.Split(c.text, "\n") {
			for _, n := range named.FindAllString(line, -1) {
				if !elsewhere[c.file+" "+n] && !where.exists(c.file, n) {
					t.Errorf("%s:%d: there is no %s", c.file, c.line+i, n)
				}
			}
		}
	}
}

// maker is the head of a block of code that is to be written to a file.
var maker = regexp.MustCompile("(?m)^```go (.*)$")

// blanked is a block of as many empty lines.
func blanked(block string) string { return strings.Repeat("\n", strings.Count(block, "\n")) }

// A finder knows the ends of the paths of all files: checker/internal/dfs/dfs.go and dfs.go.
type finder struct {
	ends map[string]bool
	goes string // $GOROOT/src
}

func newFinder(t *testing.T) *finder {
	f := &finder{ends: map[string]bool{}}
	for name := range files() {
		for end := name; ; {
			f.ends[end] = true
			_, rest, ok := strings.Cut(end, "/")
			if !ok {
				break
			}
			end = rest
		}
	}
	if goroot, err := exec.Command("go", "env", "GOROOT").Output(); err != nil {
		t.Fatal(err)
	} else {
		f.goes = filepath.Join(strings.TrimSpace(string(goroot)), "src")
	}
	return f
}

// exists reports whether a file that is named in a page or comment exists: beneath
// its folder, somewhere in the repository with this end of its path, or in Go.
func (f *finder) exists(in, name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "./"), "gocheck/")
	base := path.Base(name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if strings.ContainsAny(name, "*") || strings.HasPrefix(name, "/") || strings.HasPrefix(base, "_") || len(stem) == 1 || stem == strings.ToUpper(stem) && !f.ends[base] {
		return true // a pattern, a path elsewhere, an ending, a variable: x.go, NAME.txt
	}
	if files()[path.Join(path.Dir(in), name)] || f.ends[path.Clean(name)] {
		return true
	}
	_, err := os.Stat(filepath.Join(f.goes, filepath.FromSlash(name)))
	return err == nil
}

func TestExists(t *testing.T) {
	where := newFinder(t)
	for name, want := range map[string]bool{
		"dfs.go": true, "checker/internal/dfs/dfs.go": true, "gocheck/checker/internal/dfs/dfs.go": true, "runtime/chan.go": true,
		"docs/bounds.md": true, "*_test.go": true, "x.go": true,
		"docs/dfs.go": false, "no/such/file.go": false, "nosuch.md": false, "runtime/nosuch.go": false,
	} {
		if got := where.exists("docs/README.md", name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
