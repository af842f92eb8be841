// Types that have no name where generated code would want one, and values of
// which a type parameter leaves open what they are.
package main

import (
	"fmt"
	"reflect"
	"sync"
)

type watch struct {
	path string
	n    int
}

var all = map[string]*watch{"a": {"pa", 1}, "b": {"pb", 2}}

var list = []watch{{"x", 3}, {"y", 4}}

var buffer = make([]byte, 0, 64)

func join[B ~string | ~[]byte](dst []byte, src B, from int) []byte {
	dst = append(dst, src[from:]...)
	n := copy(dst, src)
	return append(dst[:len(dst):len(dst)], src[n-1:]...)
}

func joined[B ~[]byte | ~string](dst []byte, src B) []byte { return append(dst, src...) }

type bytes []byte

// Its promoted methods have results called x.
type addressable struct{ reflect.Value }

func main() {
	in := make(chan int, 1)
	in <- 3
	got, ok := addressable{reflect.ValueOf(in)}.Recv()
	fmt.Println(got, ok)
	fmt.Println(string(join(buffer, "hello", 1)), string(join(buffer, bytes("world"), 2)))
	fmt.Println(string(joined(buffer, "hello")), string(joined(buffer, bytes("world"))))
	buffer = append(buffer, "abcdef"...)
	over := bytes(buffer[1:4])
	fmt.Println(join(buffer, over, 0), string(buffer), string(over))
	{
		watch := &watch{"local", 0}
		sum := 0
		for k, w := range all {
			f := func() { sum += w.n }
			if k != watch.path {
				f()
			}
		}
		for _, w := range list {
			func() { sum += w.n; w.n++ }()
		}
		c := make(chan struct{ watch int }, 2)
		c <- struct{ watch int }{5}
		close(c)
		for v := range c {
			sum += func() int { return v.watch }()
		}
		fmt.Println(sum, watch.path)
	}
	fmt.Println(generics(4, "in a function"))
}

// generics declares generic types where they cannot have an alias, and embeds a lock in one.
func generics[A ~int](a A, s string) string {
	type pair[B, C any] struct {
		sync.Mutex
		b B
		c C
	}
	type list[B any] []pair[A, B]
	p := &pair[A, string]{b: a, c: s}
	l := list[string]{{b: 1}}
	set := func(pair A, list string) {
		p.b += pair
		p.c = list + p.c
		l[0].b += p.b
		l[0].c += p.c
	}
	locked := func(l sync.Locker, f func(A, string)) {
		l.Lock()
		defer l.Unlock()
		f(a, "and ")
	}
	locked(p, set)
	locked(&l[0], set)
	return fmt.Sprint(p.b, p.c, l[0].b, l[0].c)
}
