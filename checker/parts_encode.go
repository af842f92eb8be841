package checker

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// partVersion is that of the format. A part of another version is refused: who
// has one explores anew.
const partVersion = 7

// What a part is of.
const (
	partNodes = iota
	partSamples
	partSearch
	partJoins
)

// Encode is the part as data: numbers of samples, or decisions, and tasks by their
// names. The nodes of
// one parent stand together after its steps, as in the stack.
func (p *Part) Encode() []byte {
	if p.Whole() {
		var b bytes.Buffer
		_ = p.Write(&b) // it has no errors
		return b.Bytes()
	}
	if p.joins != nil {
		return p.encodeJoins()
	}
	q := &p.nodes
	b := binary.AppendUvarint(nil, partVersion)
	num := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	if s := p.samples; s != nil {
		num(partSamples)
		num(int(s.at))
		num(int(s.end))
		num(s.longest)
		return b
	}
	num(partNodes)
	decision := func(d *Decision) {
		num(int(d.Task))
		num(int(d.Choice))
		num(int(int32(d.Partner))) // NoTask is -1
		num(int(d.PartnerChoice))
	}
	hold := func(h *revisitHold) {
		num(int(h.at))
		num(int(h.task))
		num(int(h.by))
		num(int(h.index))
	}
	flag := func(f bool) {
		if f {
			num(1)
		} else {
			num(0)
		}
	}
	b = p.appendProgram(b)
	num(len(q.stack))
	from := -1
	for i := range q.stack {
		n := &q.stack[i]
		flag(n.steps != from)
		if n.steps != from {
			from = n.steps
			num(n.events)
			for k := range n.events {
				s := &q.steps[from+k]
				decision(&s.dec)
				b = binary.LittleEndian.AppendUint64(b, s.key.a)
				b = binary.LittleEndian.AppendUint64(b, s.key.b)
				num(int(q.marks[from+k]))
			}
		}
		for _, w := range q.sets[n.set : n.set+(n.events+63)/64] {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
		num(int(n.s))
		num(int(n.number))
		for k := range n.forced[:n.number] {
			decision(&n.forced[k])
		}
		kept := q.kept[n.holds:]
		if i+1 < len(q.stack) {
			kept = q.kept[n.holds:q.stack[i+1].holds]
		}
		num(len(kept))
		for k := range kept {
			hold(&kept[k])
		}
		flag(n.held)
		if n.held {
			hold(&n.hold)
		}
		flag(n.again)
		num(int(n.found.at))
		num(int(n.found.tried))
		num(int(n.blocks))
		flag(n.target)
	}
	return b
}

// appendProgram appends what the part knows of the program: what is folded, and the
// names of tasks.
func (p *Part) appendProgram(b []byte) []byte {
	num := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	flag := func(f bool) {
		if f {
			num(1)
		} else {
			num(0)
		}
	}
	flag(p.by != nil)
	if p.by != nil {
		flag(p.by.effects)
		flag(p.by.races)
		num(len(p.by.quiet))
		for _, q := range p.by.quiet {
			flag(q)
		}
	}
	w := partWriter{b: b}
	w.names(p.tasks)
	return w.b
}

// DecodePart is the part that was encoded. Data that cannot be one are an error;
// whether they are what was encoded, a checksum has to tell.
func DecodePart(data []byte) (*Part, error) {
	d := &partReader{b: data}
	if v, n := binary.Uvarint(d.b); n <= 0 || v != partVersion {
		return nil, errors.New("decoding a part: not of this version")
	} else {
		d.b = d.b[n:]
	}
	p := &Part{}
	switch d.num(partNodes, partJoins) {
	case partSearch:
		d.search(p)
		if err := d.over(); err != nil {
			return nil, err
		}
		return p, nil
	case partJoins:
		d.joins(p)
		if err := d.over(); err != nil {
			return nil, err
		}
		return p, nil
	case partSamples:
		s := &samples{at: int64(d.num(0, math.MaxInt)), end: int64(d.num(-1, math.MaxInt)), longest: d.num(0, math.MaxInt)}
		if d.err == nil && s.end >= 0 && s.at > s.end {
			d.fail("samples that end before they begin")
		}
		p.samples = s
		if err := d.over(); err != nil {
			return nil, err
		}
		return p, nil
	}
	d.program(p)
	q := &p.nodes
	events, from := 0, -1
	for i := range d.num(0, len(d.b)) {
		var n revisitNode
		if d.flag() {
			events, from = d.num(0, MaxEvents), len(q.steps)
			for k := range events {
				if d.err != nil {
					break
				}
				s := step{dec: d.decision(p)}
				s.key.a, s.key.b = d.word(), d.word()
				q.steps, q.marks = append(q.steps, s), append(q.marks, int32(d.num(-1, k)))
			}
		} else if i == 0 {
			d.fail("a node without a parent")
		}
		n.steps, n.events, n.set, n.holds = from, events, len(q.sets), len(q.kept)
		for range (events + 63) / 64 {
			q.sets = append(q.sets, d.word())
		}
		if events%64 != 0 && d.err == nil && q.sets[len(q.sets)-1]>>(events%64) != 0 {
			d.fail("an event that does not exist")
		}
		n.s = int32(d.num(0, events))
		n.number = uint8(d.num(0, 2))
		for k := range n.number {
			n.forced[k] = d.decision(p)
		}
		for range d.num(0, len(d.b)) {
			q.kept = append(q.kept, d.hold(p))
		}
		if n.held = d.flag(); n.held {
			n.hold = d.hold(p)
		}
		n.again = d.flag()
		n.found = revisitFound{int32(d.num(0, events)), int32(d.num(0, 1<<31-1))}
		n.blocks = int32(d.num(0, events))
		if n.target = d.flag(); n.target && n.number == 0 {
			d.fail("a target that is not forced")
		}
		if d.err != nil {
			return nil, fmt.Errorf("decoding a part: %w", d.err)
		}
		q.stack = append(q.stack, n)
	}
	if err := d.over(); err != nil {
		return nil, err
	}
	return p, nil
}

// program reads what appendProgram has appended.
func (d *partReader) program(p *Part) {
	if d.flag() {
		p.by = &folding{effects: d.flag(), races: d.flag()}
		for range d.num(0, len(d.b)) {
			p.by.quiet = append(p.by.quiet, d.flag())
		}
	}
	d.names(p)
}

func (d *partReader) names(p *Part) {
	for range d.num(0, len(d.b)) {
		p.tasks = append(p.tasks, string(d.bytes(d.num(1, len(d.b)))))
	}
}

// over says whether a part was read, and no more.
func (d *partReader) over() error {
	if d.err == nil && len(d.b) > 0 {
		d.fail("more than a part")
	}
	if d.err != nil {
		return fmt.Errorf("decoding a part: %w", d.err)
	}
	return nil
}

// partReader reads what Encode writes. After an error everything is zero.
type partReader struct {
	b   []byte
	err error
}

func (d *partReader) fail(what string) {
	if d.err == nil {
		d.err = errors.New(what)
	}
	d.b = nil
}

// num reads a number from low to high.
func (d *partReader) num(low, high int) int {
	v, n := binary.Varint(d.b)
	if n <= 0 || v < int64(low) || v > int64(high) {
		d.fail("a number out of range")
		return 0
	}
	d.b = d.b[n:]
	return int(v)
}

func (d *partReader) bytes(n int) []byte {
	if n > len(d.b) {
		d.fail("it ends early")
		return nil
	}
	s := d.b[:n]
	d.b = d.b[n:]
	return s
}

func (d *partReader) word() uint64 {
	if s := d.bytes(8); s != nil {
		return binary.LittleEndian.Uint64(s)
	}
	return 0
}

func (d *partReader) flag() bool { return d.num(0, 1) == 1 }

func (d *partReader) task(p *Part) Task { return Task(d.num(0, len(p.tasks)-1)) }

func (d *partReader) decision(p *Part) Decision {
	dec := Decision{Task: d.task(p), Choice: int32(d.num(-1<<31, 1<<31-1)), Partner: NoTask}
	if partner := d.num(-1, len(p.tasks)-1); partner >= 0 {
		dec.Partner = Task(partner)
	}
	dec.PartnerChoice = int32(d.num(-1<<31, 1<<31-1))
	return dec
}

func (d *partReader) hold(p *Part) revisitHold {
	return revisitHold{at: int32(d.num(0, MaxEvents+2)), task: d.task(p), by: d.task(p), index: uint32(d.num(0, MaxEvents))}
}
