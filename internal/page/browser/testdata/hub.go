// Package hub hands messages to subscribers.
//
// It has a bug: a subscriber may leave while a message is being handed out,
// and its channel is then sent on after it was closed.
package hub

import "sync"

// Hub hands every message to all subscribers.
type Hub struct {
	mu   sync.Mutex
	subs []chan string
}

// Subscribe returns a channel that gets the messages published from now on. It
// has room for some; a subscriber that is slower misses messages.
func (h *Hub) Subscribe() chan string {
	ch := make(chan string, 4)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subs = append(h.subs, ch)
	return ch
}

// Unsubscribe takes a subscriber's channel out of the hub and closes it.
func (h *Hub) Unsubscribe(ch chan string) {
	h.mu.Lock()
	kept := make([]chan string, 0, len(h.subs))
	for _, c := range h.subs {
		if c != ch {
			kept = append(kept, c)
		}
	}
	h.subs = kept
	h.mu.Unlock()
	close(ch)
}

// Publish hands out a message.
func (h *Hub) Publish(message string) {
	// The bug: not to hold the lock while sending seems kind, but these may be
	// yesterday's subscribers.
	h.mu.Lock()
	subs := h.subs
	h.mu.Unlock()
	for _, ch := range subs {
		select {
		case ch <- message:
		default: // slow
		}
	}
}
