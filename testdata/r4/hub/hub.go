// Package hub is a chat server as they are written around websockets: a goroutine
// that receives, in one select, who comes, who goes and what is said, and one for
// each client that writes what it is sent. Both are event loops, though of channels.
//
// Planted: an answer after the end. What was said before is looked up for whoever
// comes (load), and is sent to a client that may have gone by then (its channel is
// closed). The user says something before going, so two events have to come earlier
// than in the first execution.
//
// To be put up with: guests come, talk and go in any order.
package hub

import "sync"

// Client is who talks.
type Client struct {
	name   string
	send   chan string
	screen []string
}

// answer is what was looked up for a client.
type answer struct {
	to   *Client
	text string
}

// Hub knows the clients. What it holds belongs to Run.
type Hub struct {
	register, unregister chan *Client
	broadcast            chan string
	answers              chan answer
	stop                 chan struct{}

	clients map[string]*Client
	said    int
	tasks   sync.WaitGroup
}

// hub is the server.
var hub *Hub

// New makes a hub and starts it.
func New() *Hub {
	hub = &Hub{
		register: make(chan *Client), unregister: make(chan *Client), broadcast: make(chan string),
		answers: make(chan answer), stop: make(chan struct{}), clients: map[string]*Client{},
	}
	go hub.Run()
	return hub
}

// Run is the hub's event loop.
func (h *Hub) Run() {
	for {
		select {
		case c := <-h.register:
			h.clients[c.name] = c
			h.tasks.Add(2)
			go c.write(h)
			go h.load(c)
		case c := <-h.unregister:
			delete(h.clients, c.name)
			close(c.send)
		case text := <-h.broadcast:
			h.said++
			for _, c := range h.clients {
				c.send <- text
			}
		case a := <-h.answers:
			// The bug: the client may have gone.
			//	if h.clients[a.to.name] == nil { continue }
			a.to.send <- a.text
		case <-h.stop:
			return
		}
	}
}

// load looks up what was said before.
func (h *Hub) load(c *Client) {
	defer h.tasks.Done()
	h.answers <- answer{c, "welcome " + c.name}
}

// write is the event loop of a client.
func (c *Client) write(h *Hub) {
	defer h.tasks.Done()
	for text := range c.send {
		c.screen = append(c.screen, text)
	}
}

// Visit is a client that comes, talks and goes.
func (h *Hub) Visit(name string, texts ...string) *Client {
	c := &Client{name: name, send: make(chan string, 64)}
	h.register <- c
	for _, text := range texts {
		h.broadcast <- text
	}
	h.unregister <- c
	return c
}

// Close ends the hub when all that was begun is over.
func (h *Hub) Close() {
	h.tasks.Wait()
	close(h.stop)
}
