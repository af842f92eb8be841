package wire

import "testing"

// TestOrderedOp: an operation is said with its place, and one of the network's, which has none,
// without.
func TestOrderedOp(t *testing.T) {
	for want, o := range map[string]OrderedOp{
		"lock at m/x.go:3 (main)":         {Op: "lock", Pos: "m/x.go:3:5", Task: "main"},
		"write in package net (main/1)":   {Op: "write", Pos: Nominal + "4:1", Task: "main/1"},
		"begin at m/x_test.go:3 (main/2)": {Op: "begin", Pos: "m/x_test.go:3:1", Task: "main/2"},
	} {
		if got := o.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
