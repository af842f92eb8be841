package racegen

// known are forms whose access gocheck does not see, with the reason. Random programs are made
// without them.
var known = map[string]string{
	"bytes: _ = bytes.NewBuffer($v[:0]).WriteByte(7)": "what a buffer writes of a slice that it was made from",
}
