package access

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/jsonnames"
)

// What package json writes when it decodes: what the input has, and no more. The walk goes
// through input and variable together, by the rules of that package. Methods of the
// program's are rewritten code and announce what they write.

// JSONUnmarshal is json.Unmarshal.
func JSONUnmarshal(s rt.Site, data []byte, v any) error {
	if !rt.Quiet() {
		decodesJSON(rt.SliceR(data, s), v, s)
	}
	return json.Unmarshal(data, v)
}

// DecodesJSON announces, when the function that it returns is called, what d has written of v
// meanwhile.
func DecodesJSON(v any, s rt.Site, d *json.Decoder) func() {
	if rt.Quiet() || d == nil {
		return func() {}
	}
	from := d.InputOffset()
	return func() {
		// The value is still in the decoder's buffer, before what comes next.
		buf, at := reflect.ValueOf(d).Elem().FieldByName("buf"), reflect.ValueOf(d).Elem().FieldByName("scanp")
		n := d.InputOffset() - from
		if !buf.IsValid() || !at.IsValid() || n > at.Int() {
			Fills(v, s)
			return
		}
		value := bytes.TrimLeft(buf.Bytes()[at.Int()-n:at.Int()], " \t\r\n,:")
		decodesJSON(value, v, s)
	}
}

func decodesJSON(data []byte, v any, s rt.Site) {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer || p.IsNil() || !json.Valid(data) {
		return
	}
	begin(data, s).value(p)
}

// A jsonDecoding is a walk through valid input.
type jsonDecoding struct {
	in   *json.Decoder
	s    rt.Site
	data []byte
	from int64 // where the value begins in data, after what is before it
}

func begin(data []byte, s rt.Site) *jsonDecoding {
	d := &jsonDecoding{in: json.NewDecoder(bytes.NewReader(data)), s: s, data: data}
	d.in.UseNumber()
	return d
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	jsonNumber      = reflect.TypeFor[json.Number]()
)

// value goes on with the next value of the input and the variable v. If v is not valid,
// nothing is known of where the value comes to.
func (d *jsonDecoding) value(v reflect.Value) {
	d.from = d.in.InputOffset()
	token, err := d.in.Token()
	if err != nil {
		return
	}
	v, text := d.settle(v, token)
	switch token {
	case json.Delim('['):
		d.array(v, text)
	case json.Delim('{'):
		d.object(v, text)
	default:
		if v.IsValid() && (!text.IsValid() || isString(token)) {
			d.literal(v, token)
		}
	}
}

func isString(token json.Token) bool { _, ok := token.(string); return ok }

// settle finds the variable that a value is decoded into: pointers are followed, nil ones set.
// Types that decode themselves take the value as a whole; text is the variable of one that
// takes strings only.
func (d *jsonDecoding) settle(v reflect.Value, token json.Token) (target, text reflect.Value) {
	if v.IsValid() && v.Kind() != reflect.Pointer && v.Type().Name() != "" && v.CanAddr() {
		v = v.Addr()
	}
	for v.IsValid() {
		if v.Kind() == reflect.Interface && !v.IsNil() {
			e := v.Elem()
			if e.Kind() == reflect.Pointer && !e.IsNil() && (token != nil || e.Elem().Kind() == reflect.Pointer) {
				d.touch(v, false)
				v = e
				continue
			}
		}
		if v.Kind() != reflect.Pointer || token == nil && v.CanSet() {
			return v, text
		}
		if v.CanAddr() {
			d.touch(v, v.IsNil() && v.CanSet())
		}
		if v.IsNil() {
			return reflect.Value{}, text
		}
		if v.Elem().Kind() == reflect.Interface && v.Elem().Elem().Equal(v) {
			return v.Elem(), text // it points to itself
		}
		switch t := v.Type(); {
		case t.NumMethod() > 0 && t.Implements(jsonUnmarshaler):
			d.whole(v)
			return reflect.Value{}, text
		case t.NumMethod() > 0 && token != nil && t.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
			if isString(token) {
				d.whole(v)
			}
			return reflect.Value{}, v
		}
		v = v.Elem()
	}
	return v, text
}

// whole announces that a method decodes into *p, if it is plain code.
func (d *jsonDecoding) whole(p reflect.Value) {
	if kindOf(p.Type()) != unknown {
		(&use{site: d.s, write: true}).object(p)
	} else if plainPackages[p.Type().Elem().PkgPath()] {
		rt.TouchValue(p.UnsafePointer(), p.Type().Elem(), d.s, true)
	}
	if p.Type() == reflect.TypeFor[*json.RawMessage]() { // it is written over, if there is room
		raw := (*json.RawMessage)(p.UnsafePointer())
		var now json.RawMessage
		value := bytes.TrimLeft(d.data[d.from:], " \t\r\n,:")
		if err := json.NewDecoder(bytes.NewReader(value)).Decode(&now); err == nil && len(now) <= cap(*raw) {
			rt.SliceW((*raw)[:len(now)], d.s)
		}
	}
}

// plainPackages are those of types that decode themselves.
var plainPackages = map[string]bool{"encoding/json": true, "time": true, "net/netip": true, "net": true, "net/url": true, "log/slog": true}

func (d *jsonDecoding) touch(v reflect.Value, write bool) {
	rt.TouchValue(address(v), v.Type(), d.s, write)
}

func (d *jsonDecoding) array(v, text reflect.Value) {
	i := 0
	switch {
	case !v.IsValid() || text.IsValid():
	case v.Kind() == reflect.Interface && v.NumMethod() == 0:
		d.touch(v, true)
	case v.Kind() == reflect.Array:
		for ; d.in.More(); i++ {
			if i < v.Len() {
				d.value(v.Index(i))
			} else {
				d.value(reflect.Value{})
			}
		}
		for ; i < v.Len(); i++ {
			d.touch(v.Index(i), true)
		}
	case v.Kind() == reflect.Slice:
		d.touch(v, false)
		room := v.Slice(0, v.Cap()) // elements behind the end are decoded into as well
		for ; d.in.More(); i++ {
			if i < room.Len() {
				d.value(room.Index(i))
			} else {
				d.value(reflect.Value{})
			}
		}
		if i > room.Len() && v.Len() > 0 { // they are copied
			elements(v, d.s, false)
		}
		if i != v.Len() || i == 0 {
			d.touch(v, true)
		}
	}
	d.rest()
}

// rest goes on to the end of an array or object.
func (d *jsonDecoding) rest() {
	for d.in.More() {
		d.value(reflect.Value{})
	}
	_, _ = d.in.Token()
}

func (d *jsonDecoding) object(v, text reflect.Value) {
	switch {
	case !v.IsValid() || text.IsValid():
	case v.Kind() == reflect.Interface && v.NumMethod() == 0:
		d.touch(v, true)
	case v.Kind() == reflect.Map:
		d.touch(v, v.IsNil())
		if !v.IsNil() && d.in.More() {
			rt.Touch(v.UnsafePointer(), d.s, true)
		}
	case v.Kind() == reflect.Struct:
		for d.in.More() {
			key, _ := d.in.Token()
			name, _ := key.(string)
			f, quoted := d.field(v, name)
			if quoted {
				d.quoted(f)
			} else {
				d.value(f)
			}
		}
	}
	for d.in.More() { // keys are values, too
		d.value(reflect.Value{})
	}
	_, _ = d.in.Token()
}

// quoted goes on with a field whose value is in a string (",string").
func (d *jsonDecoding) quoted(f reflect.Value) {
	token, err := d.in.Token()
	if err != nil {
		return
	}
	switch token := token.(type) {
	case string:
		if json.Valid([]byte(token)) {
			begin([]byte(token), d.s).value(f)
		}
	case nil:
		f, _ = d.settle(f, nil)
		d.literal(f, nil)
	case json.Delim:
		d.rest()
	}
}

// literal announces the write of a variable that a literal sets, if it fits.
func (d *jsonDecoding) literal(v reflect.Value, token json.Token) {
	fits := v.Kind() == reflect.Interface && (token == nil || v.NumMethod() == 0)
	switch x := token.(type) {
	case nil:
		switch v.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice:
			fits = true
		}
	case bool:
		fits = fits || v.Kind() == reflect.Bool
	case string:
		switch v.Kind() {
		case reflect.String:
			fits = v.Type() != jsonNumber || json.Valid([]byte(x))
		case reflect.Slice:
			_, err := base64.StdEncoding.DecodeString(x)
			fits = v.Type().Elem().Kind() == reflect.Uint8 && err == nil
		}
	case json.Number:
		switch v.Kind() {
		case reflect.String:
			fits = v.Type() == jsonNumber
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			n, err := strconv.ParseInt(string(x), 10, 64)
			fits = err == nil && !v.OverflowInt(n)
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
			n, err := strconv.ParseUint(string(x), 10, 64)
			fits = err == nil && !v.OverflowUint(n)
		case reflect.Float32, reflect.Float64:
			n, err := strconv.ParseFloat(string(x), v.Type().Bits())
			fits = err == nil && !v.OverflowFloat(n)
		}
	}
	if fits {
		d.touch(v, true)
	}
}

// field is the variable that a name is decoded into; it is not valid if there is none.
// Embedded pointers on the way to it are read, nil ones set.
func (d *jsonDecoding) field(v reflect.Value, name string) (field reflect.Value, quoted bool) {
	var found *jsonnames.Field
	all := jsonnames.Of(v.Type())
	for i := range all {
		if all[i].Name == name {
			found = &all[i]
			break
		}
		if found == nil && strings.EqualFold(all[i].Name, name) {
			found = &all[i]
		}
	}
	if found == nil {
		return reflect.Value{}, false
	}
	if f, ok := embedded(v, found.Index, d.s, true); ok {
		field = f
	}
	return field, found.Quoted && scalar(found.Type)
}
