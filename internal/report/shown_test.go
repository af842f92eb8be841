package report

import (
	"strings"
	"testing"
)

// Of a hundred goroutines whose steps are mostly left out, those have a column, or a line at
// the head of the list, of which something is shown.
func TestOnlyShown(t *testing.T) {
	s := many(100)
	for _, width := range []int{80, 400} {
		var w strings.Builder
		Columns(&w, "", s, Options{Width: width})
		text := w.String()
		if !strings.Contains(text, " columns of goroutines whose steps are all left out\n") || strings.Contains(text, "goroutine 50 ") {
			t.Errorf("in %d columns:\n%s", width, text)
		}
		if !strings.Contains(text, "goroutine 1 ") || !strings.Contains(text, "goroutine 100 ") && !strings.Contains(text, " to 100 ") {
			t.Errorf("in %d columns the first or the last is not there:\n%s", width, text)
		}
	}
	var all strings.Builder
	Columns(&all, "", s, Options{Width: 80, Verbose: true})
	if strings.Contains(all.String(), "left out") || !strings.Contains(all.String(), "goroutine 1    to 100 go conn.serve (connection_test.go:110)\n") {
		t.Errorf("with -v:\n%s", all.String())
	}
}
