package rewrite

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"

	"gocheck.dev/instrument/internal/std"
)

// randomInRuntime are functions of the Go runtime, by whatever package they are pushed to,
// that programs get at by a linkname to have random numbers cheaply.
var randomInRuntime = std.Words("fastrand fastrandn fastrand64 fastrandu cheaprand cheaprandn cheaprand64 rand randn runtime_rand runtime_fastrand64")

// clocksInRuntime are those that read the clock.
var clocksInRuntime = std.Words("runtime.nanotime runtime.nanotime1 runtime.walltime time.runtimeNano time.now time.runtimeNow")

// dependsInRuntime says of others, by the last part of the name, what is no function of the
// schedule.
var dependsInRuntime = map[string]string{
	"procPin": "the processor's number", "runtime_procPin": "the processor's number", "cputicks": "what the processor counts",
}

// hashesInRuntime are keyed by what the process has drawn.
var hashesInRuntime = std.Words("memhash memhash32 memhash64 strhash stringHash efaceHash nilinterhash")

// linkedToRuntime says which functions of a package are linked to others, by name.
func linkedToRuntime(pkg *packages.Package) map[string]string {
	linked := map[string]string{}
	for _, file := range pkg.Syntax {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if words := strings.Fields(c.Text); len(words) == 3 && words[0] == "//go:linkname" {
					linked[words[1]] = words[2]
				}
			}
		}
	}
	return linked
}

// linkedValue renders a function, declared in this unit without a body, that is linked to
// one of the Go runtime's.
func (r *fileRewriter) linkedValue(e ast.Expr, f *types.Func) (frag, bool) {
	target := r.linked[f.Name()]
	if target == "" || f.Pkg() != r.unit.Pkg.Types || f.Signature().Recv() != nil {
		return nil, false
	}
	name := target[strings.LastIndexByte(target, '.')+1:]
	switch what := dependsInRuntime[name]; {
	case randomInRuntime[name]:
		return r.cat(e.Pos(), r.helper("Drawn")+"(", r.verbatim(e), ")"), true
	case hashesInRuntime[name]:
		return r.cat(e.Pos(), r.entry(std.Entry{In: "gocheckhash", Name: "Linked"})+"("+r.site(e.Pos(), e)+", "+quote(name)+", ", r.verbatim(e), ")"), true
	case clocksInRuntime[target]:
		return r.cat(e.Pos(), r.helper("Clock")+"("+r.site(e.Pos(), e)+", ", r.verbatim(e), ")"), true
	case what != "":
		return r.cat(e.Pos(), r.helper("DependsOn")+"("+r.site(e.Pos(), e)+", "+quote(what)+", ", r.verbatim(e), ")"), true
	}
	return nil, false
}
