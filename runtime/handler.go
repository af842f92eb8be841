package runtime

import (
	"fmt"
	"time"
	"unsafe"

	"gocheck.dev"
	"gocheck.dev/checker"
)

// handlerShadow is a handler: its mailbox, and the message that it runs.
type handlerShadow struct {
	h       *gocheck.Handler
	fifo    bool
	closed  bool
	mailbox []checker.Task // that have not begun
	serving *task
}

func (x *Execution) handler(h *gocheck.Handler) (checker.Object, *handlerShadow) {
	if id, ok := x.shadows.Find(unsafe.Pointer(h)); ok {
		return id, x.list[id].sh.(*handlerShadow)
	}
	obj, sh := x.shadowAt(unsafe.Pointer(h), func() shadow {
		m := x.handlers.Get()
		*m = handlerShadow{h: h, fifo: !x.Unordered, mailbox: m.mailbox[:0]}
		switch h.Delivery() {
		case gocheck.DeliveryFIFO:
			m.fifo = true
		case gocheck.DeliveryUnordered:
			m.fifo = false
		}
		return m
	})
	return obj, sh.(*handlerShadow)
}

func (m *handlerShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.HandlerObject, FIFO: m.fifo}
}

func (m *handlerShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.op.Kind == checker.Begin && !m.mayBegin(t) {
		return buf
	}
	return append(buf, t.always())
}

// mayBegin says whether a message can begin now.
func (m *handlerShadow) mayBegin(t *task) bool {
	return m.serving == nil && (!m.fifo || m.mailbox[0] == t.id)
}

func (m *handlerShadow) perform(t *task, ev *checker.Event) {
	switch t.op.Kind {
	case checker.Begin:
		for i, id := range m.mailbox {
			if id == t.id {
				copy(m.mailbox[i:], m.mailbox[i+1:])
				m.mailbox = m.mailbox[:len(m.mailbox)-1]
				break
			}
		}
		m.serving = t
	case checker.CloseHandler:
		m.closed = true
	default: // Post, PostFront
		if m.closed {
			ev.Kind = checker.PostClosed
			return
		}
		child := t.x.spawn(t, t.payload.(func()), Site(t.op.Pos), checker.Begin, t.op.Obj, m)
		t.payload = nil
		child.handler, child.home = m, t.op.Obj
		ev.Child = child.id
		m.mailbox = append(m.mailbox, child.id)
		if t.op.Kind == checker.PostFront {
			copy(m.mailbox[1:], m.mailbox)
			m.mailbox[0] = child.id
		}
	}
}

// HandlerPost is Handler.Post.
func HandlerPost(h *gocheck.Handler, s Site, f func()) {
	if t := current(); t != nil && f != nil {
		t.post(h, s, f, checker.Post, "Post")
		return
	}
	h.Post(f)
}

// HandlerPostFront is Handler.PostFront.
func HandlerPostFront(h *gocheck.Handler, s Site, f func()) {
	if t := current(); t != nil && f != nil {
		t.post(h, s, f, checker.PostFront, "PostFront")
		return
	}
	h.PostFront(f)
}

// HandlerPostAfter is Handler.PostAfter: a post by a task of its own, after
// the delay.
func HandlerPostAfter(h *gocheck.Handler, s Site, d time.Duration, f func()) {
	if current() == nil || f == nil {
		h.PostAfter(d, f)
		return
	}
	TimeAfterFunc(s, d, func() {
		if t := current(); t != nil {
			t.post(h, s, f, checker.Post, "PostAfter")
		}
	})
}

// HandlerClose is Handler.Close.
func HandlerClose(h *gocheck.Handler, s Site) {
	t := current()
	if t == nil {
		h.Close()
		return
	}
	obj, sh := t.x.handler(h)
	t.use(checker.CloseHandler, obj, 0, s, sh)
}

func (t *task) post(h *gocheck.Handler, s Site, f func(), kind checker.Kind, method string) {
	obj, sh := t.x.handler(h)
	t.payload = f
	t.use(kind, obj, 0, s, sh)
	if t.payload != nil {
		t.payload = nil
		panic(fmt.Sprintf("gocheck: handler %q: %s after Close", h.Name(), method))
	}
}
