package meant

import "strings"

// goFlags are flags of go test and go build that have another name in gocheck, or no
// meaning.
var goFlags = ByWord(map[string]string{
	"race":                      "gocheck finds data races itself: -races=report is the default",
	"msan asan":                 "faults of memory in C are not looked for",
	"timeout":                   "a test's time is bounded by -budget",
	"parallel":                  "worker processes are set by -p",
	"cpu":                       "every schedule is explored on one processor; worker processes are set by -p",
	"bench benchmem benchtime":  "gocheck explores tests, not benchmarks",
	"fuzz fuzztime":             exploresNoInputs,
	"fuzzminimizetime":          exploresNoInputs,
	"fuzzcachedir fuzzworker":   exploresNoInputs,
	"cover covermode coverpkg":  "coverage is not measured under gocheck",
	"coverprofile gocoverdir":   "coverage is not measured under gocheck",
	"cpuprofile memprofile":     notProfiled,
	"blockprofile mutexprofile": notProfiled,
	"blockprofilerate":          notProfiled,
	"memprofilerate":            notProfiled,
	"mutexprofilefraction":      notProfiled,
	"artifacts":                 "what executions write to their folders is not kept: the saved schedule makes it again",
	"fullpath":                  "places are written as they are found from here",
	"failfast":                  "a test stops at its first failure unless -keep-going is given",
	"list":                      "go test -list lists the tests of a package",
	"shuffle":                   "tests do not influence each other here",
	"vet":                       "go vet is not run",
	"exec":                      "gocheck runs the test binaries itself",
	"trace":                     "gocheck record writes the trace of an execution",
	"c":                         "gocheck instrument -o DIR writes the source that is compiled",
	"C":                         "change to the directory first",
	"i":                         "what tests need is built and kept anyway",
	"n x work":                  "gocheck -v says which commands are run",
	"outputdir":                 "-junit, -sarif and -html say where to write",
	"a asmflags buildmode":      inGOFLAGS,
	"buildvcs compiler gcflags": inGOFLAGS,
	"gccgoflags ldflags mod":    inGOFLAGS,
	"installsuffix linkshared":  inGOFLAGS,
	"modcacherw":                inGOFLAGS,
	"pgo pkgdir toolexec":       inGOFLAGS,
	"trimpath":                  inGOFLAGS,
	"modfile overlay":           "cannot be combined with gocheck, which has an overlay of its own",
})

const (
	inGOFLAGS        = "flags of go build, but for -tags, are given in the variable GOFLAGS"
	exploresNoInputs = "gocheck explores schedules, not inputs"
	notProfiled      = "nothing is profiled under gocheck"
)

// GoFlag is what there is in gocheck instead of a flag of go test or go build, or "".
func GoFlag(name string) string { return goFlags[name] }

// ByWord has an entry for each word of the keys.
func ByWord(of map[string]string) map[string]string {
	all := map[string]string{}
	for words, text := range of {
		for word := range strings.FieldsSeq(words) {
			all[word] = text
		}
	}
	return all
}
