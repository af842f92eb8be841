package draws

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	rt "gocheck.dev/runtime"
)

// Numbers are what functions of math/rand return.
type Numbers interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

// Number is v, which the caller has drawn.
func Number[V Numbers](v V) V {
	rt.Drew("number", func() string {
		x, _ := literal(reflect.ValueOf(v))
		return x
	})
	return v
}

// Perm is p, the result of rand.Perm.
func Perm(p []int) []int {
	rt.Drew("Perm", func() string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(p), " ", ", "), "[]") })
	return p
}

// Swaps is shuffle, a function like rand.Shuffle.
func Swaps(n int, swap func(i, j int), shuffle func(n int, swap func(i, j int))) {
	if !rt.Drawing() {
		shuffle(n, swap)
		return
	}
	var pairs []string
	shuffle(n, func(i, j int) {
		swap(i, j)
		pairs = append(pairs, strconv.Itoa(i), strconv.Itoa(j))
	})
	rt.Drew("Shuffle", func() string { return strings.Join(pairs, ", ") })
}

// Order is keys, in the order in which a loop goes through them.
func Order[K any](keys []K) []K {
	if len(keys) > 1 { // as package gate of a reproduction counts
		rt.Drew("range", func() string {
			all := make([]string, len(keys))
			for i, k := range keys {
				text, ok := literal(reflect.ValueOf(k))
				if !ok {
					return ""
				}
				all[i] = text
			}
			return strings.Join(all, ", ")
		})
	}
	return keys
}

// Text is how reports show a key, which comes as the nth where no choice is made.
func Text(key any, nth int) string {
	if text, ok := literal(reflect.ValueOf(key)); ok {
		return text
	}
	return "number " + strconv.Itoa(nth)
}

// literal is a value as an untyped constant in Go source, if there is one.
func literal(v reflect.Value) (string, bool) {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool()), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.FormatUint(v.Uint(), 10), true
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64), !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0)
	case reflect.String:
		return strconv.Quote(v.String()), true
	}
	return "", false
}

// fewElements is the bound up to which all orders of elements are tried.
const fewElements = 3

// FewShuffle is all, a function like rand.Shuffle, that brings few elements into an order that is
// chosen.
func FewShuffle(n int, swap func(i, j int), intn func(int) int, all func(int, func(i, j int))) {
	if n > fewElements || n < 0 || !rt.Controlled() {
		all(n, swap)
		return
	}
	for i := n - 1; i > 0; i-- {
		swap(i, intn(i+1))
	}
}

// FewPerm is the same for rand.Perm.
func FewPerm(n int, shuffle func(int, func(i, j int)), all func(int) []int) []int {
	if n > fewElements || n < 0 || !rt.Controlled() {
		return all(n)
	}
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}
