package access

import (
	"bufio"
	"bytes"
	"container/list"
	"container/ring"
	"encoding/json"
	"io"
	"math/big"
	"net/url"
	"reflect"
	"sort"
	"strings"
	"testing"
)

// Outside of executions everything is returned as it is; and nothing, nil and
// cycles included, is too much for the walk through an object.
func TestStandardObjects(t *testing.T) {
	r := ring.New(3)
	l := list.New()
	e := l.PushBack(1)
	w := bufio.NewWriter(io.MultiWriter(new(bytes.Buffer), nil))
	var none io.Writer
	for _, v := range []any{nil, (*bytes.Buffer)(nil), (*list.Element)(nil), (*ring.Ring)(nil), r, new(ring.Ring), l, e, new(list.Element), w, bufio.NewReadWriter(nil, w),
		json.NewEncoder(w), json.NewDecoder(strings.NewReader("")), url.Values(nil), url.Values{}, sort.Reverse(sort.IntSlice{1}), big.NewInt(1), io.NopCloser(strings.NewReader("x")), 5, "x"} {
		if Reads(v, 0) != nil && reflect.TypeOf(v).Comparable() && Writes(v, 0) != v {
			t.Errorf("%v", v)
		}
		Flushes(v, 0)
		Prints(v, 0)
		Permutes(v, 0)
	}
	if Writes(none, 0) != nil || Detaches(nil, 0) != nil || Detaches(e, 0) != e {
		t.Error("nil, or an element, is something else")
	}
	type node struct {
		N    int
		Next *node
		M    map[string]int
		L    []node
		a    any
	}
	n := &node{L: make([]node, 2), M: map[string]int{}, a: "not exported"}
	n.Next = n
	if Fills(n, 0) != n || Fills[*node](nil, 0) != nil || Sets(n, 0) != n {
		t.Error("a cyclic value is filled")
	}
}

// The dynamic type of what an interface holds decides; user types stay alone.
func TestKinds(t *testing.T) {
	type Buffer struct{ bytes.Buffer }
	for v, want := range map[any]object{new(bytes.Buffer): whole, new(Buffer): unknown, new(list.Element): element, io.MultiWriter(): wrapper, io.Discard: discarding, 1: unknown} {
		if got := kindOf(reflect.TypeOf(v)); got != want {
			t.Errorf("%T: %d, want %d", v, got, want)
		}
	}
}
