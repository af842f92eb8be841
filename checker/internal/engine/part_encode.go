package engine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// PartVersion is that of the format. A part of another version is refused: who
// has one explores anew.
const PartVersion = 9

// Encode implements Part.
func (p *Part) Encode() []byte {
	var b bytes.Buffer
	_ = p.Write(&b) // it has no errors
	return b.Bytes()
}

// Write implements Part.
func (p *Part) Write(to io.Writer) error {
	w := &PartWriter{to: to}
	w.Data = binary.AppendUvarint(w.Data, PartVersion)
	w.Num(int(p.Work.Kind()))
	w.program(p)
	p.Work.Write(w)
	w.flush()
	if w.err != nil {
		return fmt.Errorf("writing what is left: %w", w.err)
	}
	return nil
}

// PartWriter collects what is written.
type PartWriter struct {
	to   io.Writer // nil: all is kept in b
	Data []byte
	err  error
}

const partBlock = 1 << 16

func (w *PartWriter) flush() {
	if w.to == nil {
		return
	}
	if w.err == nil {
		_, w.err = w.to.Write(w.Data)
	}
	w.Data = w.Data[:0]
}

// Num writes a number.
func (w *PartWriter) Num(n int) {
	if len(w.Data) > partBlock {
		w.flush()
	}
	w.Data = binary.AppendVarint(w.Data, int64(n))
}

// Text writes a text.
func (w *PartWriter) Text(s string) {
	w.Num(len(s))
	w.Data = append(w.Data, s...)
}

// Names writes texts, and how many they are.
func (w *PartWriter) Names(names []string) {
	w.Num(len(names))
	for _, name := range names {
		w.Text(name)
	}
}

// Flag writes a truth value.
func (w *PartWriter) Flag(f bool) {
	if f {
		w.Num(1)
	} else {
		w.Num(0)
	}
}

// Word writes a word as it is.
func (w *PartWriter) Word(v uint64) { w.Data = binary.LittleEndian.AppendUint64(w.Data, v) }

// Key writes a key.
func (w *PartWriter) Key(k flat.Key) {
	w.Word(k.A)
	w.Word(k.B)
}

// Decision writes a decision.
func (w *PartWriter) Decision(d *checker.Decision) {
	w.Num(int(d.Task))
	w.Num(int(d.Choice))
	w.Num(int(int32(d.Partner))) // NoTask is -1
	w.Num(int(d.PartnerChoice))
}

// Steps writes steps, and how many they are.
func (w *PartWriter) Steps(steps []trace.Step) {
	w.Num(len(steps))
	for i := range steps {
		w.Decision(&steps[i].Dec)
		w.Key(steps[i].Key)
	}
}

// Indices writes numbers, and how many they are.
func (w *PartWriter) Indices(list []int32) {
	w.Num(len(list))
	for _, i := range list {
		w.Num(int(i))
	}
}

// Keys writes the keys of a table, in their order.
func (w *PartWriter) Keys(t *flat.KeyTable) {
	w.Num(t.Len())
	for n := range uint32(t.Len()) {
		for _, word := range *t.Keys.At(n) {
			w.Data = binary.LittleEndian.AppendUint32(w.Data, word)
		}
		if len(w.Data) > partBlock {
			w.flush()
		}
	}
}

// program writes what the part knows of the program: what is folded, and the names of tasks.
func (w *PartWriter) program(p *Part) {
	w.Flag(p.Folding != nil)
	if p.Folding != nil {
		w.Flag(p.Folding.effects)
		w.Flag(p.Folding.races)
		w.Num(len(p.Folding.quiet))
		for _, q := range p.Folding.quiet {
			w.Flag(q)
		}
		w.runs(p.Folding.begin)
	}
	w.Flag(p.Alike)
	w.Names(p.Tasks)
}

// PartReader reads what Encode writes. After an error everything is zero.
type PartReader struct {
	Data []byte
	Err  error
}

// Fail notes that the data are none: what. The first reason counts.
func (d *PartReader) Fail(what string) {
	if d.Err == nil {
		d.Err = errors.New(what)
	}
	d.Data = nil
}

// Num reads a number from low to high.
func (d *PartReader) Num(low, high int) int {
	v, n := binary.Varint(d.Data)
	if n <= 0 || v < int64(low) || v > int64(high) {
		d.Fail("a number out of range")
		return 0
	}
	d.Data = d.Data[n:]
	return int(v)
}

func (d *PartReader) bytes(n int) []byte {
	if n > len(d.Data) {
		d.Fail("it ends early")
		return nil
	}
	s := d.Data[:n]
	d.Data = d.Data[n:]
	return s
}

// Text reads what is not empty.
func (d *PartReader) Text() string { return string(d.bytes(d.Num(1, len(d.Data)))) }

// Word reads a word.
func (d *PartReader) Word() uint64 {
	if s := d.bytes(8); s != nil {
		return binary.LittleEndian.Uint64(s)
	}
	return 0
}

// Flag reads a truth value.
func (d *PartReader) Flag() bool { return d.Num(0, 1) == 1 }

// Task reads one of the tasks of p.
func (d *PartReader) Task(p *Part) checker.Task { return checker.Task(d.Num(0, len(p.Tasks)-1)) }

// Decision reads a decision of tasks of p.
func (d *PartReader) Decision(p *Part) checker.Decision {
	dec := checker.Decision{Task: d.Task(p), Choice: int32(d.Num(-1<<31, 1<<31-1)), Partner: checker.NoTask}
	if partner := d.Num(-1, len(p.Tasks)-1); partner >= 0 {
		dec.Partner = checker.Task(partner)
	}
	dec.PartnerChoice = int32(d.Num(-1<<31, 1<<31-1))
	return dec
}

// Key reads a key.
func (d *PartReader) Key() flat.Key { return flat.Key{A: d.Word(), B: d.Word()} }

// Steps appends steps of tasks of p.
func (d *PartReader) Steps(p *Part, buf []trace.Step) []trace.Step {
	for range d.Num(0, len(d.Data)) {
		buf = append(buf, trace.Step{Dec: d.Decision(p), Key: d.Key()})
	}
	return buf
}

// Indices appends numbers below n.
func (d *PartReader) Indices(list []int32, n int) []int32 {
	for range d.Num(0, len(d.Data)) {
		list = append(list, int32(d.Num(0, n-1)))
	}
	return list
}

// Keys reads a table of keys.
func (d *PartReader) Keys() flat.KeyTable {
	var t flat.KeyTable
	for range d.Num(0, len(d.Data)/12) {
		var k flat.PackedKey
		for i := range k {
			if s := d.bytes(4); s != nil {
				k[i] = uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
			}
		}
		t.Add(k)
	}
	return t
}

// runs writes a list by how often it has the same as before: false at first.
func (w *PartWriter) runs(list []bool) {
	w.Num(len(list))
	for i, is := 0, false; i < len(list); is = !is {
		from := i
		for i < len(list) && list[i] == is {
			i++
		}
		w.Num(i - from)
	}
}

// runs reads them.
func (d *PartReader) runs() []bool {
	n := d.Num(0, beginsMost)
	if n == 0 {
		return nil
	}
	list := make([]bool, 0, n)
	for is := false; len(list) < n && d.Err == nil; is = !is {
		for range d.Num(0, n-len(list)) {
			list = append(list, is)
		}
	}
	return list
}

// Program reads what PartWriter.program has written.
func (d *PartReader) Program(p *Part) {
	if d.Flag() {
		p.Folding = &folding{effects: d.Flag(), races: d.Flag()}
		for range d.Num(0, len(d.Data)) {
			p.Folding.quiet = append(p.Folding.quiet, d.Flag())
		}
		p.Folding.begin = d.runs()
	}
	p.Alike = d.Flag()
	d.Names(p)
}

// Names reads the names of the tasks of p.
func (d *PartReader) Names(p *Part) {
	for range d.Num(0, len(d.Data)) {
		p.Tasks = append(p.Tasks, d.Text())
	}
}

// Over says whether a part was read, and no more.
func (d *PartReader) Over() error {
	if d.Err == nil && len(d.Data) > 0 {
		d.Fail("more than a part")
	}
	if d.Err != nil {
		return fmt.Errorf("decoding a part: %w", d.Err)
	}
	return nil
}
