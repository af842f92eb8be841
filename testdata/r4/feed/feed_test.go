package feed

import (
	"fmt"
	"testing"

	"gocheck.dev/testdata/r4/page"
)

// read opens the second feed of the new list.
func read(feeds int) {
	var kept, list []string
	for i := range feeds {
		kept = append(kept, fmt.Sprint("feed", i))
		list = append([]string{kept[i]}, list...)
	}
	p := page.New()
	r := New(p, kept)
	r.Start(list)
	p.User(
		page.Action{Rounds: 2, Do: r.Scroll},
		page.Action{Do: func() { r.Hover(0) }},
		page.Action{Do: func() {
			r.Open()
			r.Check(list[1])
		}},
	)
	p.Wait()
}

func TestRead(t *testing.T) { read(2) }

func TestReadLarge(t *testing.T) { read(60) }
