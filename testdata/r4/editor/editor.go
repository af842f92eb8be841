// Package editor is a text field that saves itself.
//
// Planted: a stale answer overwrites something newer. The answer to a request to
// save (saved) says that all is saved, also when the user has typed on (Type) since
// the request: what was typed then is lost when the page is closed.
//
// To be put up with: how many requests it takes, the count of words in the status
// line, which is written by whoever comes last.
package editor

import (
	"fmt"
	"strings"

	"gocheck.dev"
	"gocheck.dev/testdata/r4/page"
)

// Editor is the field. What it holds belongs to the events.
type Editor struct {
	page   *page.Page
	rounds int // that a request takes

	text   string
	dirty  bool // there is something to save
	saving bool // a request is under way
	leaves bool // the page, when all is saved
	status string

	server   string // what the server has
	requests int
}

// editor is what the page holds: what a browser calls window.
var editor *Editor

// New makes an empty field.
func New(p *page.Page, rounds int) *Editor {
	editor = &Editor{page: p, rounds: rounds}
	return editor
}

// Type appends a word.
func (e *Editor) Type(word string) {
	e.text = strings.TrimSpace(e.text + " " + word)
	e.dirty = true
	e.status = fmt.Sprintf("%d words", len(strings.Fields(e.text)))
}

// Autosave is what a timer does again and again.
func (e *Editor) Autosave() {
	if e.dirty && !e.saving {
		e.save()
	}
}

func (e *Editor) save() {
	e.saving = true
	e.requests++
	text := e.text
	e.page.Fetch(e.rounds, func() { e.saved(text) })
}

func (e *Editor) saved(text string) {
	e.server, e.saving = text, false
	// The bug: this is so only if nothing was typed meanwhile.
	//	e.dirty = text != e.text
	e.dirty = false
	e.status = "saved"
	if e.leaves {
		e.Close()
	}
}

// Close leaves the page, which waits until all is saved.
func (e *Editor) Close() {
	e.leaves = true
	switch {
	case e.saving:
	case e.dirty:
		e.save()
	default:
		gocheck.Assert(e.server == e.text, "the server has %q of %q", e.server, e.text)
	}
}
