// Package chat is a room in which messages are sent and received.
//
// Planted: an answer after the end. Whoever leaves the room (Leave) throws away
// what belongs to it; that a message was delivered (delivered) may be heard after
// that, and is written into a map that is gone. The user looks at the messages
// before (Read), so two events have to come earlier than in the first execution.
//
// To be put up with: who is in the room is heard of in any order; messages of
// others are counted.
package chat

import (
	"gocheck.dev/testdata/r4/page"
)

// Room is the page. What it holds belongs to the events.
type Room struct {
	page    *page.Page
	present map[string]bool
	heard   int

	sent map[string]bool // messages of ours: whether they were delivered
	seen int             // of them when we looked last
	left bool
}

// room is what the page holds: what a browser calls window.
var room *Room

// Enter enters a room with others in it.
func Enter(p *page.Page, others []string) *Room {
	room = &Room{page: p, present: map[string]bool{}, sent: map[string]bool{}}
	r := room
	for i, name := range others {
		p.Fetch(i%3, func() { r.present[name] = true })
		p.Fetch(1+i%3, func() { r.heard++ })
	}
	return r
}

// Send sends a message.
func (r *Room) Send(text string) {
	r.sent[text] = false
	r.page.Fetch(1, func() { r.delivered(text) })
}

func (r *Room) delivered(text string) {
	// The bug: the room may have been left.
	//	if r.left { return }
	r.sent[text] = true
}

// Read looks at the messages.
func (r *Room) Read() {
	r.seen = 0
	for _, delivered := range r.sent {
		if delivered {
			r.seen++
		}
	}
}

// Leave leaves the room.
func (r *Room) Leave() { r.left, r.sent = true, nil }
