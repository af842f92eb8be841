// Package searchbox is a search field that shows results while the user types.
//
// It has a bug that is easy to write: the results of an earlier query may come
// last and stay on the screen.
package searchbox

import "gocheck.dev"

// Box is a search field with its list of results. What it holds belongs to
// the events of ui.
type Box struct {
	ui      *gocheck.Handler
	network *gocheck.Handler
	lookup  func(query string) []string

	query   string   // what the user has typed last
	results []string // what is on the screen
	of      string   // the query that they are the results of
	pending int      // requests under way
	settled func()   // called when there are none any more
}

// New makes a search field that finds results by lookup. Whenever no request
// is under way any more, settled is called on the event loop.
func New(lookup func(query string) []string, settled func()) *Box {
	return &Box{
		ui: gocheck.NewHandler("ui", gocheck.FIFO()),
		// Requests are answered in any order.
		network: gocheck.NewHandler("network", gocheck.Unordered()),
		lookup:  lookup,
		settled: settled,
	}
}

// Type says that the user has typed query. It may be called by any goroutine.
func (b *Box) Type(query string) {
	b.ui.Post(func() {
		b.query = query
		b.pending++
		b.network.Post(func() {
			results := b.lookup(query)
			b.ui.Post(func() { b.show(query, results) })
		})
	})
}

func (b *Box) show(query string, results []string) {
	// The bug: the user may have typed on meanwhile.
	//	if query != b.query { … }
	b.of, b.results = query, results
	if b.pending--; b.pending == 0 {
		gocheck.Assert(b.of == b.query, "shows the results of %q, but the query is %q", b.of, b.query)
		b.settled()
	}
}
