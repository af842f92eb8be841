package testbin

import (
	"fmt"
	"strings"
	"testing"

	rt "gocheck.dev/runtime"
)

// testSites registers sites of an imaginary file and returns the first: the k-th is line
// k, column 1, with an object named like objects[k-1].
func testSites(t testing.TB, objects ...string) rt.Site {
	var b strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&b, "p_test.go:%d:1\tf\t%s\n", i+1, o)
	}
	return rt.RegisterSites(t.Name(), b.String())
}
