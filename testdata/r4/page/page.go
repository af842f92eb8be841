// Package page is what the programs of this folder have for a browser: one event
// loop, a network that answers in any order, and a user who does one thing after
// the other.
//
// How long things take is said in rounds: in the execution that gocheck begins
// with, what takes fewer rounds comes first. In others it may take any time.
package page

import (
	"time"

	"gocheck.dev"
)

// Page is an event loop and what posts to it.
type Page struct {
	ui      *gocheck.Handler // takes whichever event is there
	network *gocheck.Handler // what is under way
	over    chan struct{}    // closed when the user has done everything
}

// New makes a page on which nothing has happened.
func New() *Page {
	return &Page{
		ui:      gocheck.NewHandler("ui", gocheck.Unordered()),
		network: gocheck.NewHandler("network", gocheck.Unordered()),
		over:    make(chan struct{}),
	}
}

// After makes f an event when the delay is over.
func (p *Page) After(delay time.Duration, f func()) { p.ui.PostAfter(delay, f) }

// Fetch makes answer an event after some rounds.
func (p *Page) Fetch(rounds int, answer func()) {
	if rounds == 0 {
		p.ui.Post(answer)
		return
	}
	p.network.Post(func() { p.Fetch(rounds-1, answer) })
}

// An Action is something that the user does, some rounds after what was done
// before.
type Action struct {
	Rounds int
	Do     func()
}

// User does one thing after the other. What comes next is posted first, so that it
// goes by the same name whatever else the action posts.
func (p *Page) User(actions ...Action) {
	p.Fetch(actions[0].Rounds, func() {
		if len(actions) > 1 {
			p.User(actions[1:]...)
		}
		actions[0].Do()
		if len(actions) == 1 {
			close(p.over)
		}
	})
}

// Wait waits until the user has done everything. Answers may come after that.
func (p *Page) Wait() { <-p.over }
