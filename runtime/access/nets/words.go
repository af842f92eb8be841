package nets

import (
	"net"
	"path"
	"strconv"
	"strings"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/pipes"
)

// What operations are to the program: the ends of a connection by what they are to each other,
// and where the server is. None of it differs from run to run. Nobody asks for words but where an
// execution is recorded: in all others there are none.

// names are what an end and its peer are called.
func (e *end) names() (me, peer string) {
	if e.dialed {
		return "client " + short(e.local), "server " + short(e.remote)
	}
	return "server " + short(e.local), "client " + short(e.remote)
}

// says are the words of an operation on the peer.
func (e *end) says(verb string) func() string {
	if !rt.Recorded() {
		return nil
	}
	return func() string {
		_, peer := e.names()
		return verb + peer
	}
}

// begins are those of what comes before the bytes: whether the end is open at all.
func (e *end) begins(verb string) func() string { return aside(e.says("begin to " + verb)) }

// aside are the words of a step that is a part of what another one says: reports leave it out.
func aside(words func() string) func() string {
	if words == nil {
		return nil
	}
	return func() string { return wire.Aside + strings.TrimPrefix(words(), wire.Aside) }
}

func (l *listener) name() string { return "listener " + short(l.place.addr()) }

func (d *datagrams) says(verb string) func() string {
	if !rt.Recorded() {
		return nil
	}
	return func() string { return verb + short(d.place.addr()) }
}

// short is an address without what all have. The folder of a socket is often one for this run.
func short(a net.Addr) string {
	switch a := a.(type) {
	case *net.TCPAddr:
		return ":" + strconv.Itoa(a.Port)
	case *net.UDPAddr:
		return ":" + strconv.Itoa(a.Port)
	case *net.UnixAddr:
		if a.Name == "" || a.Name == "@" {
			return "without a name"
		}
		return path.Base(a.Name)
	}
	return "without an address"
}

// reading is what comes of a read; nil, if nobody asks.
type reading struct {
	e    *end
	data string // words of it
	err  error
}

func (e *end) reads() *reading {
	if !rt.Recorded() {
		return nil
	}
	return &reading{e: e}
}

// step is the read's.
func (r *reading) step(word *uint32) {
	if r == nil {
		pipes.Step(word, atRead, nil)
		return
	}
	pipes.Step(word, atRead, r.words)
}

// comes notes what came.
func (r *reading) comes(data []byte, err error) {
	if r != nil {
		r.data, r.err = pipes.Message(data), err
	}
}

func (r *reading) words() string {
	_, peer := r.e.names()
	switch {
	case r.err != nil:
		return "read from " + peer + ": " + r.err.Error()
	case r.data == "":
		return wire.Aside + "read from " + peer + ": nothing yet"
	}
	return "read " + r.data + " from " + peer
}

// writing is what comes of a write; nil, if nobody asks.
type writing struct {
	e    *end
	data string // words of it
	lost bool   // nobody reads it
	err  error
}

// writes is a write of so many bytes.
func (e *end) writes(n int) *writing {
	if !rt.Recorded() {
		return nil
	}
	return &writing{e: e, data: pipes.Size(n)}
}

// step is the write's.
func (w *writing) step(word *uint32) {
	if w == nil {
		pipes.Step(word, atWrite, nil)
		return
	}
	pipes.Step(word, atWrite, w.words)
}

// goes notes what was written.
func (w *writing) goes(data []byte) {
	if w != nil {
		w.data = pipes.Message(data)
	}
}

// fails notes that nothing was, and whether there is an error.
func (w *writing) fails(err error) {
	if w != nil {
		w.lost, w.err = err == nil, err
	}
}

func (w *writing) words() string {
	_, peer := w.e.names()
	text := "write " + w.data + " to " + peer
	if w.lost {
		return text + ", which has closed"
	}
	return outcome(text, w.err != nil, w.err)
}

// outcome adds an error to words, where there is one.
func outcome(words string, is bool, err error) string {
	if !is {
		return words
	}
	return words + ": " + err.Error()
}
