package gocheck

import (
	"fmt"
	"sync"
	"time"
)

// Delivery is the order in which a handler takes events from its mailbox.
type Delivery uint8

// The deliveries. Natively all of them take the oldest event first, which each
// of them allows; the difference is in what the checker explores.
const (
	// DeliveryDefault leaves it to the checker's flag -queue, which is FIFO
	// unless it is given.
	DeliveryDefault Delivery = iota
	// DeliveryFIFO takes the oldest event.
	DeliveryFIFO
	// DeliveryUnordered takes any event: the mailbox is a multiset.
	DeliveryUnordered
)

// String names the delivery as the flag -queue does.
func (d Delivery) String() string {
	switch d {
	case DeliveryDefault:
		return "default"
	case DeliveryFIFO:
		return "fifo"
	case DeliveryUnordered:
		return "unordered"
	}
	return fmt.Sprintf("Delivery(%d)", uint8(d))
}

// An Option is a property of a new handler.
type Option func(*Handler)

// FIFO makes a handler take its events in the order in which they were posted.
func FIFO() Option { return func(h *Handler) { h.delivery = DeliveryFIFO } }

// Unordered makes a handler take its events in any order. A program that is correct with it
// does not depend on the order of its queue. Natively the order is FIFO.
func Unordered() Option { return func(h *Handler) { h.delivery = DeliveryUnordered } }

// A Handler is an event loop: a mailbox of events, which are run one at a
// time, each to its completion. What an event does happens before the next
// event of the handler, and a Post happens before the event that it posts.
//
// All methods may be called by any goroutine, events of the handler included.
type Handler struct {
	name     string
	delivery Delivery

	mu      sync.Mutex
	mailbox ring
	running bool // the loop's goroutine exists; it alone takes events
	closed  bool
}

// NewHandler makes a handler. Its name is for reports.
func NewHandler(name string, opts ...Option) *Handler {
	h := &Handler{name: name}
	for _, opt := range opts {
		opt(h)
	}
	return h
}

// Name is the name that the handler was made with.
func (h *Handler) Name() string { return h.name }

// Delivery is the order of delivery that the handler was made with.
func (h *Handler) Delivery() Delivery { return h.delivery }

// Post puts an event at the end of the mailbox. It never blocks. It panics
// when the handler is closed.
func (h *Handler) Post(event func()) { h.post("Post", event, false) }

// PostFront puts an event at the front of the mailbox, before all events that
// have not begun. It never blocks. It panics when the handler is closed.
func (h *Handler) PostFront(event func()) { h.post("PostFront", event, true) }

// PostAfter posts an event when the delay d is over. It is the same as
//
//	time.AfterFunc(d, func() { h.Post(event) })
//
// so it panics at that time if the handler is closed. A program that may cancel the event uses
// time.AfterFunc itself and keeps the timer.
func (h *Handler) PostAfter(d time.Duration, event func()) {
	if event == nil {
		panic(h.misuse("PostAfter of a nil event"))
	}
	time.AfterFunc(d, func() { h.post("PostAfter", event, false) })
}

// Close lets the handler run the events in its mailbox and take no more:
// posting to it panics from now on. It does not wait. To close a closed
// handler does nothing.
func (h *Handler) Close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
}

func (h *Handler) post(method string, event func(), front bool) {
	if event == nil {
		// Here, because in the loop the stack would not show the caller of Post.
		panic(h.misuse(method + " of a nil event"))
	}
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		panic(h.misuse(method + " after Close"))
	}
	if front {
		h.mailbox.pushFront(event)
	} else {
		h.mailbox.pushBack(event)
	}
	start := !h.running
	h.running = true
	h.mu.Unlock()
	if start {
		go h.loop()
	}
}

func (h *Handler) misuse(what string) string {
	return fmt.Sprintf("gocheck: handler %q: %s", h.name, what)
}

// loop runs events until the mailbox is empty. Then it ends, and does not wait for the next
// event: an unused handler can be collected like any other value, and starting a goroutine
// costs no more than waking one.
func (h *Handler) loop() {
	idle := false
	defer func() {
		if idle {
			return
		}
		if r := recover(); r != nil {
			panic(r) // ends the program, as the panic of any goroutine
		}
		// The event called runtime.Goexit (t.FailNow does). That ends the
		// event, not the handler.
		go h.loop()
	}()
	for {
		event := h.take()
		if event == nil {
			idle = true
			return
		}
		event()
	}
}

// take takes the next event from the mailbox, or returns nil and so ends the
// loop.
func (h *Handler) take() func() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.mailbox.n == 0 {
		h.running = false
		h.mailbox.trim()
		return nil
	}
	return h.mailbox.popFront()
}
