package dfs

import "testing"

// BesideFrom lets explorations within smaller bounds begin after n executions, until the test
// is over.
func BesideFrom(t *testing.T, n int64) {
	old := besideFrom
	besideFrom = n
	t.Cleanup(func() { besideFrom = old })
}
