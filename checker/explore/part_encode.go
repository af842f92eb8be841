package explore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"gocheck.dev/checker"
)

// partVersion is that of the format. A part of another version is refused: who
// has one explores anew.
const partVersion = 8

// Encode implements Part.
func (p *part) Encode() []byte {
	var b bytes.Buffer
	_ = p.Write(&b) // it has no errors
	return b.Bytes()
}

// Write implements Part.
func (p *part) Write(to io.Writer) error {
	w := &partWriter{to: to}
	w.b = binary.AppendUvarint(w.b, partVersion)
	w.num(int(p.work.is()))
	w.program(p)
	p.work.write(w)
	w.flush()
	if w.err != nil {
		return fmt.Errorf("writing what is left: %w", w.err)
	}
	return nil
}

// partWriter collects what is written.
type partWriter struct {
	to  io.Writer // nil: all is kept in b
	b   []byte
	err error
}

const partBlock = 1 << 16

func (w *partWriter) flush() {
	if w.to == nil {
		return
	}
	if w.err == nil {
		_, w.err = w.to.Write(w.b)
	}
	w.b = w.b[:0]
}

func (w *partWriter) num(n int) {
	if len(w.b) > partBlock {
		w.flush()
	}
	w.b = binary.AppendVarint(w.b, int64(n))
}

func (w *partWriter) text(s string) {
	w.num(len(s))
	w.b = append(w.b, s...)
}

func (w *partWriter) names(names []string) {
	w.num(len(names))
	for _, name := range names {
		w.text(name)
	}
}

func (w *partWriter) flag(f bool) {
	if f {
		w.num(1)
	} else {
		w.num(0)
	}
}

func (w *partWriter) word(v uint64) { w.b = binary.LittleEndian.AppendUint64(w.b, v) }

func (w *partWriter) key(k key) {
	w.word(k.a)
	w.word(k.b)
}

func (w *partWriter) decision(d *checker.Decision) {
	w.num(int(d.Task))
	w.num(int(d.Choice))
	w.num(int(int32(d.Partner))) // NoTask is -1
	w.num(int(d.PartnerChoice))
}

func (w *partWriter) steps(steps []step) {
	w.num(len(steps))
	for i := range steps {
		w.decision(&steps[i].dec)
		w.key(steps[i].key)
	}
}

func (w *partWriter) indices(list []int32) {
	w.num(len(list))
	for _, i := range list {
		w.num(int(i))
	}
}

func (w *partWriter) keys(t *keyTable) {
	w.num(t.len())
	for n := range uint32(t.len()) {
		for _, word := range *t.keys.at(n) {
			w.b = binary.LittleEndian.AppendUint32(w.b, word)
		}
		if len(w.b) > partBlock {
			w.flush()
		}
	}
}

// program writes what the part knows of the program: what is folded, and the names of tasks.
func (w *partWriter) program(p *part) {
	w.flag(p.by != nil)
	if p.by != nil {
		w.flag(p.by.effects)
		w.flag(p.by.races)
		w.num(len(p.by.quiet))
		for _, q := range p.by.quiet {
			w.flag(q)
		}
	}
	w.names(p.tasks)
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

// text reads what is not empty.
func (d *partReader) text() string { return string(d.bytes(d.num(1, len(d.b)))) }

func (d *partReader) word() uint64 {
	if s := d.bytes(8); s != nil {
		return binary.LittleEndian.Uint64(s)
	}
	return 0
}

func (d *partReader) flag() bool { return d.num(0, 1) == 1 }

func (d *partReader) task(p *part) checker.Task { return checker.Task(d.num(0, len(p.tasks)-1)) }

func (d *partReader) decision(p *part) checker.Decision {
	dec := checker.Decision{Task: d.task(p), Choice: int32(d.num(-1<<31, 1<<31-1)), Partner: checker.NoTask}
	if partner := d.num(-1, len(p.tasks)-1); partner >= 0 {
		dec.Partner = checker.Task(partner)
	}
	dec.PartnerChoice = int32(d.num(-1<<31, 1<<31-1))
	return dec
}

func (d *partReader) key() key { return key{d.word(), d.word()} }

func (d *partReader) steps(p *part, buf []step) []step {
	for range d.num(0, len(d.b)) {
		buf = append(buf, step{d.decision(p), d.key()})
	}
	return buf
}

// indices appends numbers below n.
func (d *partReader) indices(list []int32, n int) []int32 {
	for range d.num(0, len(d.b)) {
		list = append(list, int32(d.num(0, n-1)))
	}
	return list
}

func (d *partReader) keys() keyTable {
	var t keyTable
	for range d.num(0, len(d.b)/12) {
		var k packedKey
		for i := range k {
			if s := d.bytes(4); s != nil {
				k[i] = uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
			}
		}
		t.add(k)
	}
	return t
}

// program reads what partWriter.program has written.
func (d *partReader) program(p *part) {
	if d.flag() {
		p.by = &folding{effects: d.flag(), races: d.flag()}
		for range d.num(0, len(d.b)) {
			p.by.quiet = append(p.by.quiet, d.flag())
		}
	}
	d.names(p)
}

func (d *partReader) names(p *part) {
	for range d.num(0, len(d.b)) {
		p.tasks = append(p.tasks, d.text())
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
