package repro

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// TestHeading: the heading of README.md names the failure. Testify's message begins with where it
// was.
func TestHeading(t *testing.T) {
	for _, c := range []struct{ message, says, seen string }{
		{"got  1, want 2\nand more", "x_test.go:7:2: got  1, want 2\n", "got  1, want 2"},
		{"\n\tError Trace:\tx_test.go:7\n\tError:      \tNot equal: \n\t            \texpected: 1\n\t            \tactual  : 2\n\tTest:       \tTestX\n", "x_test.go:7:2: Not equal: expected: 1 actual : 2\n", "Not equal:"},
	} {
		s := &wire.Schedule{Package: "p", Test: "TestX", Failure: &wire.Failure{Kind: "fatal", Message: c.message, Pos: "p/x_test.go:7:2"}}
		if got, want := heading(s), "# TestX of p: test fails\n\n"+c.says+"\n"; got != want {
			t.Errorf("heading %q, want %q", got, want)
		}
		r := &repro{Config: Config{Schedule: s}}
		if got := r.seen(); got != c.seen {
			t.Errorf("seen is %q, want %q", got, c.seen)
		}
	}
}
