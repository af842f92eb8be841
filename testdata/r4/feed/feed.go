// Package feed is a reader of news: a list of feeds, and the articles of the one
// that is open.
//
// Planted: a click before what it needs is loaded. The list of the last time is
// shown at once; when the new one comes (listed) the feeds stand elsewhere. Who
// clicks on one before (Open) opens another one than they mean. The user scrolls
// (Scroll) and points at it (Hover) first, which looks at the list, too: so three
// events have to come earlier than in the first execution, one after the other.
//
// To be put up with: icons come in any order; unread articles are counted by
// adding; what was scrolled and pointed at is set right when the list comes.
package feed

import (
	"gocheck.dev"
	"gocheck.dev/testdata/r4/page"
)

// Reader is the page. What it holds belongs to the events.
type Reader struct {
	page   *page.Page
	feeds  []string
	icons  map[string]bool
	unread int

	top   int    // the first feed that is to be seen
	at    int    // the one that is pointed at
	hint  string // its name
	open  string
	fresh bool // the list is the new one
}

// reader is what the page holds: what a browser calls window.
var reader *Reader

// New makes a reader that shows the list of the last time.
func New(p *page.Page, kept []string) *Reader {
	reader = &Reader{page: p, feeds: kept}
	return reader
}

// Start asks for the list, and for the feeds' counts and icons.
func (r *Reader) Start(list []string) {
	for i := range list {
		r.page.Fetch(i%2, func() { r.unread += i })
		r.page.Fetch(1+i%3, func() { r.icon(list[i]) })
	}
	r.page.Fetch(1, func() { r.listed(list) })
}

func (r *Reader) listed(list []string) {
	r.feeds, r.fresh = list, true
	r.top = min(r.top, len(list)-1)
	r.hint = list[r.at]
}

func (r *Reader) icon(feed string) {
	if r.icons == nil {
		r.icons = map[string]bool{}
	}
	r.icons[feed] = true
}

// Scroll moves the list by one.
func (r *Reader) Scroll() { r.top = min(r.top+1, len(r.feeds)-1) }

// Hover points at the n-th feed to be seen.
func (r *Reader) Hover(n int) {
	r.at = r.top + n
	r.hint = r.feeds[r.at]
}

// Open is a click on what is pointed at.
func (r *Reader) Open() {
	// The bug: nothing is to be clicked on before the list is there.
	//	if !r.fresh { return }
	r.open = r.feeds[r.at]
}

// Check is what the user expects after a click.
func (r *Reader) Check(want string) {
	gocheck.Assert(r.open == want, "%q is open, the click was on %q", r.open, want)
}
