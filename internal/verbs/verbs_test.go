package verbs

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// A told operand tells which verbs print it.
type told struct{ verbs *[]Verb }

func (o told) Format(s fmt.State, verb rune) {
	*o.verbs = append(*o.verbs, Verb{verb, s.Flag('#')})
}

// asked is what package fmt says of a format: all but %T and %p, which ask no operand.
func asked(format string, n int) [][]Verb {
	all, operands := make([][]Verb, n), make([]any, n)
	for i := range operands {
		operands[i] = told{&all[i]}
	}
	_ = fmt.Sprintf(format, operands...)
	return all
}

// TestOf: formats say of operands what package fmt does, random ones, too.
func TestOf(t *testing.T) {
	formats := []string{"%v", "%d %s", "%[2]d", "%[1]q %[1]v", "%*d", "%[3]*.[2]*[1]f", "%[1]T", "%[1", "%[0]d", "%[9]d", "%", "%!", "%5%%d", "%#v", "%[2]3d", "%.[1]d", "%[]d", "%é", "%[1]%"}
	const alphabet = "%%%%[]1234*.+-# 0vdTpxs!é"
	runes := []rune(alphabet)
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		text := []rune{'%'}
		for range r.IntN(14) {
			text = append(text, runes[r.IntN(len(runes))])
		}
		formats = append(formats, string(text))
	}
	for i, format := range formats {
		n := i % 4
		got := Of(format, n)
		for i, verbs := range got {
			var some []Verb
			for _, v := range verbs {
				if v.Rune != 'T' && v.Rune != 'p' {
					some = append(some, v)
				}
			}
			got[i] = some
		}
		if want := asked(format, n); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q of %d operands: %v, package fmt prints by %v", format, n, got, want)
		}
	}
}

// TestTypes: %T and %p are verbs of their operands, and the others go on.
func TestTypes(t *testing.T) {
	got := Of("%T %[1]p %[3]d", 3)
	want := [][]Verb{{{'T', false}, {'p', false}}, nil, {{'d', false}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
