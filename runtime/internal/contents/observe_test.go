package contents

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestObserved(t *testing.T) {
	n := 7
	ring := &node{name: "a"}
	ring.next = ring
	type pair struct {
		At   time.Time
		when *int
		N    int
	}
	for _, tt := range []struct {
		value any
		want  string
	}{
		{nil, "v=<nil>"},
		{3, "v=3"},
		{"a b", "v=a b"},
		{[]int{1, 2}, "v=[1 2]"},
		{map[string][]int{"b": {2}, "a": nil}, "v=map[a:[] b:[2]]"},
		{errors.New("no"), "v=no"},
		{time.Second, "v=1s"},
		{&struct{ x, y int }{1, 2}, "v=&{1 2}"},
		{node{name: "alone"}, "v={alone <nil>}"},
		{(*node)(nil), "v=<nil>"},
		{[]any{1, errors.New("no")}, "v=[1 no]"},
		// What %v prints addresses of.
		{&n, "v=7"},
		{ring, "v.name=\"a\"\nv.next=as v"},
		{[]*int{nil, &n}, "v[0]=nil\nv[1]=7"},
		{map[string]any{"x": &n, "a": 1}, "v[\"a\"].(int)=1\nv[\"x\"].(*int)=7"},
		{struct{ c chan int }{make(chan int)}, "v.c=chan int"},
		{&pair{At: time.Unix(0, 0).UTC(), N: 1, when: &n}, "v.At.wall=0\nv.At.ext=62135596800\nv.At.loc=nil\nv.when=7\nv.N=1"},
	} {
		if d := cmp.Diff(tt.want, Observed("v", tt.value)); d != "" {
			t.Errorf("%T (-want +got):\n%s", tt.value, d)
		}
	}
}
