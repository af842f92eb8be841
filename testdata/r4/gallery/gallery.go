// Package gallery is a page of thumbnails. A script that comes late makes a click
// on one of them open the photo over the page.
//
// Planted: a handler that is registered late. The links are there before the script
// is; who clicks before it has run (Register) follows the plain link (Click), which
// leaves the page, and what was selected on it is gone.
//
// To be put up with: thumbnails come in any order (count, and the status line, which
// is written anew with each), and the cache is made by whoever needs it first.
package gallery

import (
	"fmt"

	"gocheck.dev"
	"gocheck.dev/testdata/r4/page"
)

// Gallery is the page. What it holds belongs to the events.
type Gallery struct {
	page    *page.Page
	thumbs  map[int]string // the cache; made lazily
	count   int
	status  string
	onClick func(photo int) // what the script has registered

	selected []int
	open     int  // the photo over the page, -1: none
	left     bool // the browser has gone to another page
}

// gallery is what the page holds: what a browser calls window.
var gallery *Gallery

// New makes a gallery without thumbnails.
func New(p *page.Page) *Gallery {
	gallery = &Gallery{page: p, open: -1}
	return gallery
}

// Load asks for the thumbnails and the script.
func (g *Gallery) Load(photos, script int) {
	for i := range photos {
		g.page.Fetch(1+i%3, func() { g.thumb(i) })
	}
	g.page.Fetch(script, g.register)
}

func (g *Gallery) thumb(i int) {
	if g.thumbs == nil {
		g.thumbs = map[int]string{}
	}
	g.thumbs[i] = fmt.Sprintf("thumb%d.jpg", i)
	g.count++
	g.status = fmt.Sprintf("%d thumbnails", g.count)
}

// register is the script: it has photos open over the page.
func (g *Gallery) register() {
	g.onClick = func(photo int) { g.open = photo }
}

// Select marks a photo.
func (g *Gallery) Select(photo int) { g.selected = append(g.selected, photo) }

// Click is a click on a thumbnail.
func (g *Gallery) Click(photo int) {
	if g.onClick == nil {
		// The bug: the link is followed. It should have been dead until the
		// script is there.
		g.left, g.selected = true, nil
		return
	}
	g.onClick(photo)
}

// Check is what the user expects after a click on a photo.
func (g *Gallery) Check(photo int) {
	gocheck.Assert(!g.left, "the click on photo %d has left the page", photo)
	gocheck.Assert(g.open == photo, "photo %d is open, not %d", g.open, photo)
}
