// Package messages has events of one handler that use plain objects of the
// standard library: 2 traces where the order can be told, 1 where it cannot.
package messages

import (
	"bytes"
	"container/list"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/url"
	"sort"
	"strings"
	"testing"

	"gocheck.dev"
)

// both posts an event from each of two goroutines.
func both(event func(i int)) {
	h := gocheck.NewHandler("h")
	for i := range 2 {
		go func() { h.Post(func() { event(i) }) }()
	}
}

func TestList(t *testing.T) { // 2
	l := list.New()
	both(func(i int) { l.PushBack(i) })
}

func TestListOrder(t *testing.T) {
	l := list.New()
	both(func(i int) {
		l.PushBack(i)
		gocheck.Assert(l.Front().Value == 0, "the second one came first")
	})
}

func TestElements(t *testing.T) { // 2: an element goes before or after the list is gone through
	l := list.New()
	e := l.PushBack(1)
	both(func(i int) {
		if i == 0 {
			l.Remove(e)
		} else {
			_ = e.Next()
		}
	})
}

func TestBuilder(t *testing.T) { // 2
	var b strings.Builder
	both(func(i int) { fmt.Fprintf(&b, "%d", i) })
}

func TestBuilderOrder(t *testing.T) {
	var b strings.Builder
	both(func(i int) {
		fmt.Fprintf(&b, "%d", i)
		gocheck.Assert(b.String()[0] == '0', "the second one came first")
	})
}

type journal struct {
	bytes.Buffer
	w io.Writer
}

func TestPromoted(t *testing.T) { // 2
	var j journal
	both(func(i int) { fmt.Fprint(&j, i) })
}

func TestInterface(t *testing.T) { // 2
	j := &journal{w: new(bytes.Buffer)}
	both(func(i int) { j.w.Write([]byte{byte(i)}) })
}

func TestBelow(t *testing.T) { // 2: two encoders write into one buffer
	var b bytes.Buffer
	both(func(i int) { json.NewEncoder(io.MultiWriter(&b, io.Discard)).Encode(i) })
}

func TestMethodValue(t *testing.T) { // 2
	var b bytes.Buffer
	write := b.WriteString
	both(func(i int) { write("x") })
}

func TestDeferred(t *testing.T) { // 2
	var b bytes.Buffer
	both(func(i int) { defer b.WriteString(fmt.Sprint(i)) })
}

func TestNumber(t *testing.T) { // 2
	x := big.NewInt(1)
	both(func(i int) { x.Lsh(x, uint(i)) })
}

func TestValues(t *testing.T) { // 2
	v := url.Values{}
	both(func(i int) { v.Add("k", fmt.Sprint(i)) })
}

func TestSort(t *testing.T) { // 2
	xs := []int{3, 2, 1}
	both(func(i int) {
		if i == 0 {
			sort.Sort(sort.IntSlice(xs))
		} else {
			xs[0] = 9
		}
	})
}

func TestUnmarshal(t *testing.T) { // 2
	var v struct{ A, B int }
	both(func(i int) {
		if i == 0 {
			json.Unmarshal([]byte(`{"A":1}`), &v)
		} else {
			v.A = 5
		}
	})
}

func TestPrinted(t *testing.T) { // 2: what is printed is read
	m := map[int]int{}
	both(func(i int) {
		if i == 0 {
			m[1] = 2
		} else {
			_ = fmt.Sprint(m)
		}
	})
}

// Who only reads does not disturb.
func TestReaders(t *testing.T) { // 1
	l, x, v, xs := list.New(), big.NewInt(1), url.Values{}, []int{1, 2}
	l.PushBack(1)
	var b bytes.Buffer
	both(func(i int) {
		_, _, _ = l.Front().Next(), l.Len(), b.String()
		_, _, _ = x.Cmp(x), new(big.Int).Add(x, x), v.Get("k")
		_ = fmt.Sprint(xs, x, sort.SearchInts(xs, 1))
	})
}

// What every event has for itself does not disturb either.
func TestOwn(t *testing.T) { // 1
	both(func(i int) {
		var b strings.Builder
		b.WriteString("x")
		fmt.Fprintf(&b, "%d", i)
		l := list.New()
		l.PushBack(b.String())
		var e *url.Error
		_ = errors.As(io.EOF, &e)
	})
}
