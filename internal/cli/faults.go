package cli

import (
	"strconv"

	"gocheck.dev/internal/wire"
)

// faultsOf is how many faults a schedule has.
func faultsOf(s *wire.Schedule) int {
	n, _ := strconv.Atoi(s.Options["faults"]) // knownOptions has looked at it
	return max(n, 0)
}
