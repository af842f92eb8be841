package std

import (
	"go/ast"
	"strings"
)

// The Go runtime has functions that programs get at by a linkname, which is the only word that
// there is of them: here they are by their last names, whatever package they are pushed to.

// RandomInRuntime are functions of the Go runtime that give random numbers cheaply.
var RandomInRuntime = Words("fastrand fastrandn fastrand64 fastrandu cheaprand cheaprandn cheaprand64 rand randn runtime_rand runtime_fastrand64")

// ClocksInRuntime are those that read the clock.
var ClocksInRuntime = Words("runtime.nanotime runtime.nanotime1 runtime.walltime time.runtimeNano time.now time.runtimeNow")

// DependsInRuntime says of others, by the last part of the name, what is no function of the
// schedule.
var DependsInRuntime = map[string]string{
	"procPin": "the processor's number", "runtime_procPin": "the processor's number", "cputicks": "what the processor counts",
}

// HashesInRuntime are keyed by what the process has drawn.
var HashesInRuntime = Words("memhash memhash8 memhash16 memhash32 memhash64 memhash128 memhash_varlen strhash stringHash typehash efaceHash ifaceHash nilinterhash interhash f32hash f64hash c64hash c128hash")

// Linked says which functions of a package's files are linked to others, by name.
func Linked(files []*ast.File) map[string]string {
	linked := map[string]string{}
	for _, file := range files {
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
