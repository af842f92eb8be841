// Package figure1 is Figure 1 of the paper on R4 (Jensen and others, "Stateless
// Model Checking of Event-Driven Applications", 2015): a slide show whose images
// are loaded lazily.
//
// It has no bug. That the user asks for an image (e2) before it is there (e3) is
// taken care of by a timer that tries again: synchronisation by hand, which makes
// the two orders differ in what happens, and not in what the user gets to see.
package figure1

import (
	"time"

	"gocheck.dev/testdata/r4/page"
)

// Show is the slide show. What it holds belongs to the events of its page.
type Show struct {
	page  *page.Page
	queue []string // images that are loaded and have not been shown

	shown []string
	all   int
	done  chan struct{} // closed when all images were shown
}

// show is what the page holds: what a browser calls window.
var show *Show

// New makes a slide show of some images on a page.
func New(p *page.Page, images int) *Show {
	show = &Show{page: p, all: images, done: make(chan struct{})}
	return show
}

// LazyLoad asks for an image.
func (s *Show) LazyLoad(rounds int, image string) {
	s.page.Fetch(rounds, func() { s.queue = append(s.queue, image) })
}

// Next shows the next image, now or when it has come.
func (s *Show) Next() {
	if len(s.queue) == 0 {
		s.page.After(100*time.Millisecond, s.Next)
		return
	}
	s.shown = append(s.shown, s.queue[0])
	s.queue = s.queue[1:]
	if len(s.shown) == s.all {
		close(s.done)
	}
}
