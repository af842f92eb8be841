package sharing

import (
	"go/ast"
	"strings"
	"testing"
)

// readingCases has "// compared" at the readings of the clock that get to a comparison, and
// "// else" at the others.
const readingCases = `package p

import (
	"fmt"
	"sync/atomic"
	"time"
)

type entry struct {
	set     time.Time
	expires int64
}

var ready atomic.Bool

func (e *entry) old(now time.Time, ttl time.Duration) bool { return now.Sub(e.set) > ttl }
func (e *entry) show(now time.Time) string                 { return now.String() }

func now() time.Time { return time.Now() } // compared

func use(e *entry, ttl time.Duration, deadline time.Time) bool {
	if time.Since(e.set) > ttl { // compared
		return true
	}
	if time.Until(deadline) <= 0 { // compared
		return true
	}
	if time.Now().After(deadline) { // compared
		return true
	}
	if !deadline.After(time.Now()) { // compared
		return true
	}
	if e.expires < time.Now().UnixNano() { // compared
		return true
	}
	if t := time.Now(); t.Unix()/60 >= e.expires { // compared
		return true
	}
	took := time.Since(e.set) // compared
	if took.Seconds() > 0.5 {
		return true
	}
	if e.old(time.Now(), ttl) { // compared
		return true
	}
	if e.show(time.Now()) == "" { // else
		return true
	}
	limit := time.Now().Add(ttl) // else
	for i := 0; i < 3; i++ {
		if time.Now().After(limit) { // compared
			return true
		}
	}
	begun := time.Now() // else
	if time.Now().Sub(begun) > ttl { // compared
		return true
	}
	later := time.Now() // compared
	check := func() bool { return later.Before(deadline) }
	e.set = time.Now()              // else
	fmt.Println(time.Since(e.set))  // else
	_ = time.Now().Format("15:04") // else
	for !ready.Load() && time.Now().Before(deadline) { // else
		time.Sleep(time.Millisecond)
	}
	return check()
}
`

// TestReadings is of which readings of the clock it is said that they are compared.
func TestReadings(t *testing.T) {
	marked := 0
	eachLine(t, readingCases, func(a *Analysis, n ast.Node, lineOf func(ast.Node) string) {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Now" && sel.Sel.Name != "Since" && sel.Sel.Name != "Until" {
			return
		}
		marked++
		if line := lineOf(c); a.MayBeLate(c) != strings.HasSuffix(line, "// compared") {
			t.Errorf("found: %t: %s", a.MayBeLate(c), strings.TrimSpace(line))
		}
	})
	if want := strings.Count(readingCases, "// compared") + strings.Count(readingCases, "// else"); marked != want {
		t.Errorf("%d readings, %d marks", marked, want)
	}
}
