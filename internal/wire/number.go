package wire

import (
	"math"
	"strconv"
)

// Number is a number for JSON, which has neither infinite ones nor NaN: these become 0,
// as what is not known. All numbers with fractions that are sent or written are of this
// type.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsInf(v, 0) || math.IsNaN(v) {
		v = 0
	}
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e' // as encoding/json does
	}
	return strconv.AppendFloat(nil, v, format, -1, 64), nil
}
