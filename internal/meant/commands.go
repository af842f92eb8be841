package meant

// notCommands are words that are commands of go or of other tools.
var notCommands = ByWord(map[string]string{
	"test run check verify":          "tests are explored without a command, like: gocheck ./...",
	"list ls tests":                  "go test -list . ./... lists the tests of packages",
	"bench benchmark":                "gocheck explores tests, not benchmarks",
	"fuzz":                           "gocheck explores schedules, not inputs; of a fuzz test those that its seeds lead to: gocheck -run FuzzX",
	"build compile install":          "nothing has to be built before, like: gocheck ./...; what is compiled gocheck instrument -o DIR writes",
	"vet lint":                       "nothing else than tests is looked at: go vet is run as without gocheck",
	"cover coverage":                 "coverage is not measured under gocheck",
	"trace":                          "gocheck record -o FILE writes the trace of an execution, and gocheck explore FILE explores it",
	"watch":                          "nothing is watched; gocheck -changed explores only tests that have changed, or what they depend on",
	"clean clear cache purge":        "the cache may be deleted at any time; where it is: gocheck help environment",
	"init setup":                     "nothing has to be set up, like: gocheck ./...",
	"get update upgrade":             "go get -tool gocheck.dev/cmd/gocheck@latest fetches another version",
	"env config":                     "gocheck help environment says which variables and files there are",
	"doc docs man":                   "gocheck help lists the topics",
	"view open report print explain": "gocheck show SCHEDULE shows a saved schedule, and -html FILE as a page",
	"minimize shrink":                "a failing schedule is made small before it is saved (-minimize=off: is not)",
	"rerun retry again":              "gocheck replay SCHEDULE runs a saved schedule again",
	"diff compare":                   "saved schedules are text, which other tools compare, like: diff FILE FILE",
	"width columns":                  "the width is the terminal's, or that of the variable COLUMNS",
	"remove delete rm":               "a saved schedule is a file below testdata/gocheck, which may be deleted",
})

// Command is what there is in gocheck instead of a command of go, or of other tools, or "".
func Command(name string) string { return notCommands[name] }
