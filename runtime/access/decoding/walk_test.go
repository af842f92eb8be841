package decoding

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"encoding/xml"
	"io"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"
)

type sample struct {
	B    bool
	I    int
	I8   int8
	I16  int16
	I32  int32
	U    uint
	U8   uint8
	U16  uint16
	U64  uint64
	F    float64
	F32  float32
	S    string
	T    time.Time
	P    *sample
	L    []int
	Text []byte
	Many []sample
	Arr  [3]int32           `xml:"-"`
	Arr8 [2]uint8           `xml:"-"`
	A16  [2]int16           `xml:"-"`
	P8   *int8              `xml:"-"`
	LL8  [][]uint8          `xml:"-"`
	Ls8  []int8             `xml:"-"`
	C    complex128         `xml:"-"`
	M    map[string]int     `xml:"-"`
	N    map[int8][]string  `xml:"-"`
	Big  *big.Int           `xml:"-"`
	LL   [][]string         `xml:"-"`
	Maps []map[string]uint8 `xml:"-"`
}

// fill sets some of what v consists of at random.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	if r.IntN(3) == 0 || depth > 3 {
		return
	}
	small := int64(r.IntN(3))
	switch v.Kind() {
	case reflect.Int8, reflect.Uint8, reflect.Int16, reflect.Uint16:
		if small > 0 { // also what a mark could be
			*(*uint8)(v.Addr().UnsafePointer()) = uint8(r.Uint32())
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(small > 0)
	case reflect.Int, reflect.Int32:
		v.SetInt(small)
	case reflect.Uint, reflect.Uint64:
		v.SetUint(uint64(small))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(small))
	case reflect.Complex128:
		v.SetComplex(complex(float64(small), 1))
	case reflect.String:
		v.SetString("abc"[:small])
	case reflect.Pointer:
		if v.Type() == reflect.TypeFor[*big.Int]() {
			v.Set(reflect.ValueOf(big.NewInt(small)))
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), int(small), int(small)+r.IntN(2)))
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range small {
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(r, k, depth+1)
			fill(r, e, depth+1)
			v.SetMapIndex(k, e)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(small, 0).UTC()))
			return
		}
		for i := range v.NumField() {
			fill(r, v.Field(i), depth+1)
		}
	}
}

func random(seed uint64) *sample {
	s := new(sample)
	fill(rand.New(rand.NewPCG(seed, 1)), reflect.ValueOf(s).Elem(), 0)
	return s
}

// writes decodes into *v, and says where something has been found as written.
func writes(m *Manner, v any, input Input, decode func() error) (map[unsafe.Pointer]bool, error) {
	d := walk{Manner: m, marks: true, input: input, seen: make(map[reflect.Value]bool)}
	d.pointer(reflect.ValueOf(v))
	d.begins()
	err := decode()
	found := make(map[unsafe.Pointer]bool)
	for _, was := range d.restores() {
		if was.v.IsValid() {
			found[was.v.Addr().UnsafePointer()] = true
		} else {
			found[was.all.Index(0).Addr().UnsafePointer()] = true
		}
	}
	return found, err
}

// TestMarksAreNothing: what a decoder does is the same when variables are marked meanwhile; and
// what is another one afterwards has been found as written.
func TestMarksAreNothing(t *testing.T) {
	for seed := range uint64(800) {
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(random(2 * seed)); err != nil {
			t.Fatal(err)
		}
		text, err := xml.Marshal(random(2 * seed))
		if err != nil {
			t.Fatal(err)
		}
		if seed%10 == 0 { // cut off
			text, _ = text[:len(text)*2/3], buf.Next(1)
		}
		for name, kind := range map[string]struct {
			m      *Manner
			input  Input
			decode func(v any) error
		}{
			"gob": {&gobs, inMemory(buf.Bytes(), true), func(v any) error { return gob.NewDecoder(bytes.NewReader(buf.Bytes())).Decode(v) }},
			"xml": {&XML, inMemory(Digits(string(text))), func(v any) error { return xml.Unmarshal(text, v) }},
		} {
			want, got := random(2*seed+1), random(2*seed+1)
			wantErr := kind.decode(want)
			written, gotErr := writes(kind.m, got, kind.input, func() error { return kind.decode(got) })
			if !reflect.DeepEqual(got, want) || (gotErr == nil) != (wantErr == nil) {
				t.Fatalf("%s, seed %d: %+v, %v, want %+v, %v", name, seed, got, gotErr, want, wantErr)
			}
			before := random(2*seed + 1)
			for i := range reflect.TypeFor[sample]().NumField() {
				f, was := reflect.ValueOf(got).Elem().Field(i), reflect.ValueOf(before).Elem().Field(i)
				if !reflect.DeepEqual(f.Interface(), was.Interface()) && !written[f.Addr().UnsafePointer()] && f.Kind() != reflect.Pointer && f.Kind() != reflect.Map && f.Kind() != reflect.Slice {
					t.Errorf("%s, seed %d: %s was written", name, seed, reflect.TypeFor[sample]().Field(i).Name)
				}
			}
		}
	}
}

// TestWritten: what is in the input counts as written, also if it was the same before.
func TestWritten(t *testing.T) {
	text := []byte(`<sample><B>true</B><I>0</I><P><U>0</U></P><S></S><T>1970-01-01T00:00:00Z</T><Text>a</Text><F>0</F><I8>0</I8><U16>7</U16></sample>`)
	s := &sample{B: true, U16: 7, P: &sample{}, T: time.Unix(0, 0).UTC()}
	written, err := writes(&XML, s, inMemory(Digits(string(text))), func() error { return xml.Unmarshal(text, s) })
	for name, f := range map[string]struct {
		v    reflect.Value
		want bool
	}{
		"B": {reflect.ValueOf(&s.B), true}, "I": {reflect.ValueOf(&s.I), true}, "U": {reflect.ValueOf(&s.U), false}, "P": {reflect.ValueOf(&s.P), false},
		"P.U": {reflect.ValueOf(&s.P.U), true}, "P.I": {reflect.ValueOf(&s.P.I), false}, "S": {reflect.ValueOf(&s.S), true}, "P.S": {reflect.ValueOf(&s.P.S), false},
		"T": {reflect.ValueOf(&s.T), true}, "Text": {reflect.ValueOf(&s.Text), true}, "F": {reflect.ValueOf(&s.F), true}, "F32": {reflect.ValueOf(&s.F32), false},
		"I8": {reflect.ValueOf(&s.I8), true}, "U16": {reflect.ValueOf(&s.U16), true}, "U8": {reflect.ValueOf(&s.U8), false}, "I16": {reflect.ValueOf(&s.I16), false},
	} {
		if got := written[f.v.UnsafePointer()]; got != f.want || err != nil {
			t.Errorf("%s: %v, want %v (%v)", name, got, f.want, err)
		}
	}
}

// inMemory is an input whose text is known, or not.
func inMemory(text []byte, known bool) Input {
	return Input{true, func() ([]byte, bool) { return text, known }}
}

// TestAbsent: no number that is found not to be in an input is decoded from it, and in a small one
// there is always one.
func TestAbsent(t *testing.T) {
	type numbers struct {
		A int8
		B uint8
		C int16
		D uint16
		E []int8
	}
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := numbers{int8(r.Uint32()), uint8(r.Uint32()), int16(r.Uint32()), uint16(r.Uint32()), make([]int8, r.IntN(60))}
		for i := range n.E {
			n.E[i] = int8(r.Uint32())
		}
		var buf bytes.Buffer
		text, err := xml.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		if err := gob.NewEncoder(&buf).Encode(n); err != nil {
			t.Fatal(err)
		}
		for _, d := range []*walk{{Manner: &gobs, input: inMemory(buf.Bytes(), true)}, {Manner: &XML, input: inMemory(Digits(string(text)))}} {
			v := reflect.ValueOf(n)
			for i := range 4 {
				mark, ok := d.absent(v.Field(i).Type())
				if is := v.Field(i); ok && (is.CanInt() && is.Int() == int64(mark) || is.CanUint() && is.Uint() == uint64(mark)) {
					t.Fatalf("%+v has %d", n, mark)
				}
				if !ok && len(n.E) < 3 {
					t.Errorf("%+v: no %s is absent", n, v.Field(i).Type())
				}
			}
			mark, ok := d.absent(reflect.TypeFor[int8]())
			for _, e := range n.E {
				if ok && int(e) == mark {
					t.Fatalf("%+v has %d", n, mark)
				}
			}
		}
	}
}

// TestPending: what readers in memory have left.
func TestPending(t *testing.T) {
	text := "0123456789"
	for name, r := range map[string]io.Reader{
		"buffer": bytes.NewBufferString(text), "bytes": bytes.NewReader([]byte(text)), "strings": strings.NewReader(text),
		"buffered": bufio.NewReaderSize(strings.NewReader(text+text), 16),
	} {
		if _, err := io.ReadFull(r, make([]byte, 3)); err != nil {
			t.Fatal(err)
		}
		want := text[3:]
		if name == "buffered" {
			want += text
		}
		in := Of(&struct{ r io.Reader }{r}, "r")
		if got, known := in.Text(); string(got) != want || !in.Plain || !known {
			t.Errorf("%s: %s, %t, %t, want %s", name, got, in.Plain, known, want)
		}
	}
	in := Of(&struct{ r io.Reader }{io.LimitReader(nil, 3)}, "r")
	if got, known := in.Text(); in.Plain || known {
		t.Errorf("%s, %t, %t", got, in.Plain, known)
	}
}
