package longtest

import (
	"os"
	"runtime/debug"
	"strconv"
)

// often is how often the collector runs in tests, and in what they start, if the environment says
// nothing of it: GOGC. The heaps are of a few megabytes, and filled in no time: with Go's 100 more
// than half of the time of a random program is the collector's, and a sixth of a go command's.
const often = 400

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(often)
		os.Setenv("GOGC", strconv.Itoa(often))
	}
}
