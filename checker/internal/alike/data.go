package alike

import (
	"encoding/binary"
	"errors"
	"math"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// This file writes traces and fragments as data, for other processes, and reads them.

// Encode is the trace as data. Tasks that nobody has created are what number makes of them.
func (g *Graph) Encode(number func(*checker.Task)) []byte {
	var w writer
	w.nums(len(g.tasks), len(g.events), bit(g.ended), bit(g.counted))
	for i := range g.tasks {
		t := &g.tasks[i]
		w.nums(int(t.parent), int(t.ordinal), int(t.first))
		if t.parent < 0 {
			name := t.name // nobody asks for the others'
			number(&name)
			w.nums(int(name))
		}
		w.key(t.class)
	}
	for e := range g.events {
		w.event(&g.events[e])
		for _, c := range g.row(int32(e)) {
			w.nums(int(c))
		}
	}
	w.nums(len(g.blocks))
	for i := range g.blocks {
		b := &g.blocks[i]
		w.nums(int(b.task), int(b.from), int(b.to), int(b.first), len(b.children))
		for _, c := range b.children {
			w.nums(int(c))
		}
	}
	return w
}

// Decode reads what Encode has written, with tasks below a number. What is asked of the data is
// that they can be worked with.
func Decode(data []byte, names int) (*Graph, error) {
	r := &reader{data: data}
	n, events := r.num(1, len(data)), r.num(0, min(len(data), checker.MaxEvents))
	g := &Graph{ended: r.flag(), counted: r.flag(), foreign: true}
	for i := range n {
		t := task{parent: int32(r.num(-1, i-1)), ordinal: r.index(), first: r.index()}
		if t.parent < 0 {
			t.name = checker.Task(r.num(0, names-1))
		}
		t.class = r.key()
		if g.tasks = append(g.tasks, t); r.bad {
			return nil, errDamaged
		}
	}
	for e := range int32(events) {
		ev := r.event(n)
		if ev.at = g.takes(ev.task, e); ev.task2 >= 0 {
			ev.at2 = g.takes(ev.task2, e)
		}
		sum := uint32(0)
		for range n {
			c := r.num(0, math.MaxUint16)
			g.clocks = append(g.clocks, uint16(c))
			sum += uint32(c)
		}
		g.events, g.sums = append(g.events, ev), append(g.sums, sum)
		if r.bad {
			return nil, errDamaged
		}
	}
	for range r.num(0, n) {
		b := block{task: int32(r.num(0, n-1)), from: r.index(), to: r.index(), first: r.index()}
		for range r.num(2, n) {
			b.children = append(b.children, int32(r.num(0, n-1)))
		}
		if r.bad || int(b.to) >= len(g.tasks[b.task].events) || b.from > b.to {
			return nil, errDamaged
		}
		g.blocks = append(g.blocks, b)
	}
	if r.bad || len(r.data) > 0 {
		return nil, errDamaged
	}
	return g, nil
}

var errDamaged = errors.New("no trace")

// takes gives event e to a task, and says how many that had.
func (g *Graph) takes(q, e int32) int32 {
	t := &g.tasks[q]
	t.events = append(t.events, e)
	return int32(len(t.events) - 1)
}

// Roots calls f for the tasks that nobody has created.
func (g *Graph) Roots(f func(*checker.Task)) {
	for i := range g.tasks {
		if t := &g.tasks[i]; t.parent < 0 {
			f(&t.name)
		}
	}
}

// Encode is the fragment as data.
func (f *Fragment) Encode() []byte {
	var w writer
	w.nums(bit(f.nothing), bit(f.whole), bit(f.resolved))
	w.event(&f.next)
	w.nums(int(f.next.at), int(f.next.at2))
	w.key(f.action)
	return w
}

// DecodeFragment reads what Fragment.Encode has written, of a fragment of g.
func DecodeFragment(data []byte, g *Graph) (Fragment, error) {
	r := &reader{data: data}
	f := Fragment{nothing: r.flag(), whole: r.flag(), resolved: r.flag()}
	f.next = r.event(max(1, len(g.tasks)))
	f.next.at, f.next.at2 = r.index(), r.index()
	if f.action = r.key(); r.bad || len(r.data) > 0 {
		return Fragment{}, errDamaged
	}
	return f, nil
}

type writer []byte

func bit(f bool) int {
	if f {
		return 1
	}
	return 0
}

func (w *writer) nums(list ...int) {
	for _, n := range list {
		*w = binary.AppendVarint(*w, int64(n))
	}
}

func (w *writer) key(k flat.Key) {
	*w = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(*w, k.A), k.B)
}

// event writes all but where the event is in its tasks.
func (w *writer) event(ev *event) {
	w.nums(int(ev.task), int(ev.task2), int(ev.choice), int(ev.pchoice), int(ev.partner), int(ev.decided))
	w.key(ev.label)
}

type reader struct {
	data []byte
	bad  bool
}

// fail makes everything from here on zero, and every number the least that it may be.
func (r *reader) fail() { r.data, r.bad = nil, true }

func (r *reader) num(low, high int) int {
	v, n := binary.Varint(r.data)
	if n <= 0 || v < int64(low) || v > int64(high) {
		r.fail()
		return low
	}
	r.data = r.data[n:]
	return int(v)
}

func (r *reader) flag() bool { return r.num(0, 1) == 1 }

// index is of an event or a child of some task.
func (r *reader) index() int32 { return int32(r.num(0, checker.MaxEvents)) }

func (r *reader) key() (k flat.Key) {
	if len(r.data) < 16 {
		r.fail()
		return k
	}
	k = flat.Key{A: binary.LittleEndian.Uint64(r.data), B: binary.LittleEndian.Uint64(r.data[8:])}
	r.data = r.data[16:]
	return k
}

// event reads an event of one of n tasks.
func (r *reader) event(n int) event {
	ev := event{task: int32(r.num(0, n-1)), task2: int32(r.num(-1, n-1)),
		choice: int32(r.num(math.MinInt32, math.MaxInt32)), pchoice: int32(r.num(math.MinInt32, math.MaxInt32)),
		partner: int32(r.num(-1, n-1)), decided: checker.Kind(r.num(0, int(checker.NumKinds)))}
	ev.label = r.key()
	return ev
}
