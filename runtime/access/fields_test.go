package access

import (
	"reflect"
	"strings"
	"testing"
)

// TestFieldLists: fields are found by name, and where the library has none of a name, all of
// the struct's fields stand for it.
func TestFieldLists(t *testing.T) {
	type object struct {
		A    int
		b, c []int
		D    string
	}
	_ = object{b: nil, c: nil}
	for list, want := range map[string]string{
		"rA":         "r[A]",
		"rA,~b+c,wD": "r[A] ~[b c] w[D]",
		"rGone":      "r[A] r[b] r[c] r[D]",
		"rA,wGone":   "r[A] w[A] w[b] w[c] w[D]",
		"~b+gone,rD": "~[A] ~[b] ~[c] ~[D] r[D]",
	} {
		var got []string
		for _, a := range accessesOf(reflect.TypeFor[object](), list) {
			var names []string
			for _, f := range a.fields {
				names = append(names, f.Name)
			}
			got = append(got, string(a.mode)+"["+strings.Join(names, " ")+"]")
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, not %s", list, strings.Join(got, " "), want)
		}
	}
}
