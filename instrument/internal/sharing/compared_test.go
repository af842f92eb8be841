package sharing

import (
	"go/ast"
	"strings"
	"testing"
)

// comparedCases has "// grows" or "// falls" at the comparisons that tell the runtime: what the
// left side less the right one does as time passes. In loops that only others or the time end,
// those that can be followed tell it even if more is done with the clock.
const comparedCases = `package p

import (
	"sync/atomic"
	"time"
)

var (
	flag atomic.Bool
	last time.Time
	seen int
)

func loops(end time.Time, start time.Time, limit time.Duration) {
	for time.Now().Before(end) { // grows
	}
	for end.After(time.Now()) { // falls
	}
	for time.Until(end) > 0 { // falls
	}
	for time.Since(start) < limit { // grows
	}
	for limit-time.Since(start) > 0 { // falls
	}
	for 0 < end.Sub(time.Now()) { // grows
	}
	for time.Now().Sub(start) < limit { // grows
	}
	for limit > time.Duration(time.Since(start).Nanoseconds()) { // falls
	}
	for time.Now().Add(limit).Compare(end) < 0 { // grows
	}
	for time.Now().Before(end) { // grows
		seen++
		last = time.Now()
	}
	for time.Since(start) < limit { // grows
		work(3)
	}
	for !flag.Load() {
		seen += time.Now().Second()
		if time.Now().UnixNano() > end.UnixNano() { // grows
			return
		}
	}
	for range 3 {
		if time.Now().After(end) {
			return
		}
	}
	for time.Now().UnixMilli() < end.UnixMilli() {
		seen++
	}
}

func work(n int) {
	if n > 0 && seen < 1000 {
		work(n - 1)
	}
	seen++
}
`

// TestCompared is which comparisons tell the runtime when they come to something else.
func TestCompared(t *testing.T) {
	found := 0
	eachLine(t, comparedCases, func(a *Analysis, n ast.Node, lineOf func(ast.Node) string) {
		e, ok := n.(ast.Expr)
		if !ok {
			return
		}
		if grows, ok := a.Compared(e); ok {
			if found++; strings.HasSuffix(lineOf(e), "// grows") != grows || !grows && !strings.HasSuffix(lineOf(e), "// falls") {
				t.Errorf("grows: %t: %s", grows, lineOf(e))
			}
		}
	})
	if want := strings.Count(comparedCases, "// grows\n") + strings.Count(comparedCases, "// falls\n"); found != want {
		t.Errorf("%d are found, %d are marked", found, want)
	}
}
