package numbered

import "testing"

func TestSame(t *testing.T) {
	for _, c := range []struct {
		v, w any
		want bool
	}{
		{nil, nil, true}, {1, 1, true}, {1, int8(1), false}, {nil, 1, false}, {"a", "a", true},
		{[]int{}, []int{}, false}, {struct{ x any }{[]int{}}, struct{ x any }{[]int{}}, false},
	} {
		if Same(c.v, c.w) != c.want {
			t.Errorf("%#v and %#v: want %t", c.v, c.w, c.want)
		}
		var n Values
		if got := n.Of(c.v) == n.Of(c.w); got != c.want {
			t.Errorf("%#v and %#v: one number: %t", c.v, c.w, got)
		}
	}
}
