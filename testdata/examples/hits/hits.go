// Package hits counts the visits of a page.
//
// It has a bug: the count is a plain variable, so that two visits at the same
// time may count as one.
package hits

// Page is a page whose visits are counted.
type Page struct {
	Path string
	hits int
}

// Visit counts a visit. It is called by each request's own goroutine.
func (p *Page) Visit() {
	// The bug: it reads, adds and writes, and other goroutines do so between.
	p.hits++
}

// Hits is the number of visits.
func (p *Page) Hits() int { return p.hits }
