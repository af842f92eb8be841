package sharing

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// readingCases has "// compared" at the readings of the clock that get to a comparison, and
// "// else" at the others.
const readingCases = `package p

import (
	"fmt"
	"math"
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

// A token bucket: what is compared is a number that the time has made.
type tokens struct {
	have, most, rate float64
	last             time.Time
	took             int64
}

var bucket tokens

func (b *tokens) take(n float64) bool {
	now := time.Now() // compared
	b.have = min(b.most, b.have+b.rate*now.Sub(b.last).Seconds())
	b.last = now
	if b.have < n {
		return false
	}
	b.have -= n
	return true
}

var (
	shown float64
	worst time.Duration
)

func slow() bool { return worst > time.Second }

// A generic one, by value, through package math.
type window[T any] struct {
	start int64
	ratio float64
	of    T
}

func (w *window[T]) add() { w.ratio = math.Floor(float64(time.Now().UnixNano()-w.start)) } // compared
func (w window[T]) over() bool { return w.ratio > 0.5 }

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
	limit := time.Now().Add(ttl) // compared
	for i := 0; i < 3; i++ {
		if time.Now().After(limit) { // compared
			return true
		}
	}
	begun := time.Now() // compared
	if time.Now().Sub(begun) > ttl { // compared
		return true
	}
	bucket.take(1)
	bucket.took = time.Now().Unix()          // else
	e.expires = time.Now().Add(ttl).UnixNano() // compared
	if took := int64(time.Since(e.set)); took-e.expires > 5 { // compared
		return true
	}
	shown = float64(time.Now().Unix())       // else
	worst = max(worst, time.Since(e.set))    // compared
	later := time.Now() // compared
	check := func() bool { return later.Before(deadline) }
	e.set = time.Now()              // compared
	fmt.Println(time.Since(e.set))  // else
	_ = time.Now().Format("15:04") // else
	for !ready.Load() && time.Now().Before(deadline) { // else
		time.Sleep(time.Millisecond)
	}
	return check()
}
`

// TestReadings is of which readings of the clock it is said that they are compared.
func TestReadings(t *testing.T) { testReadings(t, readingCases, "MayBeLate", "// compared") }

// testReadings compares before which readings a function is to stand with the marks in the cases;
// "// else" is at the others.
func testReadings(t *testing.T, cases, function, mark string) {
	marked := 0
	eachLine(t, cases, func(a *Analysis, n ast.Node, lineOf func(ast.Node) string) {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Now" && sel.Sel.Name != "Since" && sel.Sel.Name != "Until" {
			return
		}
		marked++
		line := lineOf(c)
		if found := slices.Contains(a.BeforeReading(c), function); found != strings.HasSuffix(line, mark) {
			t.Errorf("found: %t: %s", found, strings.TrimSpace(line))
		}
	})
	if want := strings.Count(cases, mark) + strings.Count(cases, "// else"); marked != want {
		t.Errorf("%d readings, %d marks", marked, want)
	}
}
