package decoding

import (
	"bytes"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// An Input is what a decoder is about to read.
type Input struct {
	Plain bool // it is in memory: nothing of the program's is called for it
	// Text has all that the decoder may come to, as the spelling of small numbers has it, if that is
	// known. It is asked for where marks for such numbers are needed.
	Text func() (text []byte, known bool)
}

// Of is the input of an object whose field of a name is its reader.
func Of(object any, name string) Input {
	text, plain := pending(field(object, name))
	return Input{plain, func() ([]byte, bool) {
		if !plain {
			return nil, false
		}
		return text(), true
	}}
}

func field(object any, name string) reflect.Value {
	v := reflect.ValueOf(object)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return v.Elem().FieldByName(name)
}

// pending is what a reader will give, if that is in memory.
func pending(r reflect.Value) (text func() []byte, plain bool) {
	for r.IsValid() && r.Kind() == reflect.Interface {
		r = r.Elem()
	}
	if !r.IsValid() || r.Kind() != reflect.Pointer || r.IsNil() {
		return nil, false
	}
	r = r.Elem()
	from := func(name string, n int) int { return int(min(r.FieldByName(name).Int(), int64(n))) }
	switch r.Type().String() {
	case "bytes.Buffer":
		return func() []byte {
			text := r.FieldByName("buf").Bytes()
			return text[from("off", len(text)):]
		}, true
	case "bytes.Reader":
		return func() []byte {
			text := r.FieldByName("s").Bytes()
			return text[from("i", len(text)):]
		}, true
	case "strings.Reader":
		return func() []byte {
			text := r.FieldByName("s").String()
			return []byte(text[from("i", len(text)):])
		}, true
	case "bufio.Reader":
		rest, plain := pending(r.FieldByName("rd"))
		return func() []byte {
			text := r.FieldByName("buf").Bytes()
			text = text[:from("w", len(text))]
			return slices.Concat(text[from("r", len(text)):], rest())
		}, plain
	}
	return nil, false
}

// Digits is a text's digits, for numbers that are spelled in decimal: what stands between those of
// a number does not matter then. A text with references to characters is not known.
func Digits(texts ...string) (digits []byte, known bool) {
	known = true
	for _, s := range texts {
		known = known && !strings.Contains(s, "&")
		for i := range len(s) {
			if '0' <= s[i] && s[i] <= '9' {
				digits = append(digits, s[i])
			}
		}
	}
	return digits, known
}

// A spelling is how numbers of 8 or 16 bits stand in an input: at least, where one is.
type spelling func(n int, unsigned bool) []byte

// inDecimal leaves the first digit out: the decoder may have read it.
func inDecimal(n int, _ bool) []byte { return []byte(strconv.Itoa(n))[1:] }

// inGob leaves out how many bytes there are.
func inGob(n int, unsigned bool) []byte {
	if !unsigned {
		n *= 2
	}
	if n > 0xff {
		return []byte{byte(n >> 8), byte(n)}
	}
	return []byte{byte(n)}
}

// absent is a positive number of a small type that the input does not have.
func (d *walk) absent(t reflect.Type) (int, bool) {
	k := t.Kind()
	switch k {
	case reflect.Int8, reflect.Int16, reflect.Uint8, reflect.Uint16:
	default:
		return 0, false
	}
	if d.spells == nil || d.input.Text == nil {
		return 0, false
	}
	text, known := d.input.Text()
	if !known {
		return 0, false
	}
	n, ok := d.unused[k]
	if !ok {
		if d.unused == nil {
			d.unused = make(map[reflect.Kind]int)
		}
		n = d.search(text, t.Bits(), k == reflect.Uint8 || k == reflect.Uint16)
		d.unused[k] = n
	}
	return n, n > 0
}

// search looks through the greatest numbers of a type for one that is not in a text. They are
// spelled by so many bytes.
func (d *walk) search(text []byte, size int, unsigned bool) int {
	most := 1<<size - 1
	if !unsigned {
		most >>= 1
	}
	for n := most; n > most-min(most/2, 1<<10); n-- {
		if len(strconv.Itoa(n)) == len(strconv.Itoa(most)) && bits.Len(uint(n)) == bits.Len(uint(most)) &&
			!bytes.Contains(text, d.spells(n, unsigned)) {
			return n
		}
	}
	return 0
}
