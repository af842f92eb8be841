package racegen

// known are forms whose access gocheck does not see, with the reason. Random programs are made
// without them.
var known = map[string]string{
	"bytes: utf8.EncodeRune($v, 'c')":                   "what a function of this package writes of its argument is taken for a read",
	"slice element: _ = slices.Insert($v[:0], 0, 5)":    "what a function of this package reads or writes of its argument",
	"bytes: use(binary.BigEndian.Uint32($v))":           "what a function of this package reads or writes of its argument",
	"bytes: binary.BigEndian.PutUint32($v, 9)":          "what a function of this package reads or writes of its argument",
	"bytes: _ = strconv.AppendInt($v[:0], 5, 10)":       "what a function of this package reads or writes of its argument",
	"bytes: _ = fmt.Appendf($v[:0], \"%d\", 3)":         "what a function of this package reads or writes of its argument",
	"bytes: base64.StdEncoding.Encode($v, []byte{1})":   "what a function of this package reads or writes of its argument",
	"bytes: _ = binary.PutUvarint($v, 300)":             "what a function of this package reads or writes of its argument",
	"bytes: _ = bytes.NewBuffer($v[:0]).WriteByte(7)":   "what a function of this package reads or writes of its argument",
	"map: use(reflect.ValueOf($v).Len())":               "the target of a reflect.Value",
	"struct field: var i$n getter = $v; use(i$n.get())": "the copy that the wrapper of a method with a value receiver makes, behind an interface",
}
