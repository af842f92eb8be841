package figure1

import (
	"testing"

	"gocheck.dev/testdata/r4/page"
)

var statistics bool // the script is there

// TestShow is the execution of Figure 2: image2 is loaded (e0), the user clicks
// twice (e1, e2), image3 is loaded (e3), the timer of e2 fires (e4), and the
// script of the statistics, which nothing else depends on, is there (e5).
// With -time=free the timer is an event like the others.
//
//gocheck:time free
func TestShow(t *testing.T) {
	p := page.New()
	show := New(p, 2)
	show.LazyLoad(0, "image2")
	p.User(page.Action{Do: show.Next}, page.Action{Do: show.Next})
	show.LazyLoad(1, "image3")
	p.Fetch(6, func() { statistics = true })
	<-show.done
}
