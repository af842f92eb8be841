package gallery

import (
	"testing"

	"gocheck.dev/testdata/r4/page"
)

// visit selects two photos and opens a third.
func visit(photos int) {
	p := page.New()
	g := New(p)
	g.Load(photos, 2)
	p.User(
		page.Action{Rounds: 1, Do: func() { g.Select(0) }},
		page.Action{Rounds: 1, Do: func() { g.Select(1) }},
		page.Action{Rounds: 2, Do: func() {
			g.Click(2)
			g.Check(2)
		}},
	)
	p.Wait()
}

func TestVisit(t *testing.T) { visit(3) }

func TestVisitLarge(t *testing.T) { visit(60) }
