package rewrite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"

	"gocheck.dev/instrument/internal/std"
)

// randomInRuntime are functions of the Go runtime, by whatever package they are pushed to,
// that programs get at by a linkname to have random numbers cheaply.
var randomInRuntime = std.Words("fastrand fastrandn fastrand64 fastrandu cheaprand cheaprandn cheaprand64 rand randn runtime_rand runtime_fastrand64")

// linkedToRandom are the functions of a package that are linked to one of these, by name.
func linkedToRandom(pkg *packages.Package) map[string]bool {
	linked := map[string]bool{}
	for _, file := range pkg.Syntax {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if words := strings.Fields(c.Text); len(words) == 3 && words[0] == "//go:linkname" {
					target := words[2][strings.LastIndexByte(words[2], '.')+1:]
					linked[words[1]] = randomInRuntime[target]
				}
			}
		}
	}
	return linked
}

// linkedToRandom reports whether f is one of them, declared in this unit without a body.
func (r *fileRewriter) linkedToRandom(f *types.Func) bool {
	return f.Pkg() == r.unit.Pkg.Types && f.Signature().Recv() == nil && r.linked[f.Name()]
}
