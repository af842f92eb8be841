// Ranges: every operand, every form of variables, labels, captures, changes
// while the loop runs.
package main

import (
	"fmt"
	"sort"
)

type s struct {
	xs  []int
	arr [3]int
	pa  *[3]int
	m   map[string]int
	str string
	i   int
	v   int
}

func launch(f func()) { done := make(chan bool); go func() { f(); close(done) }(); <-done }

var g = &s{xs: []int{1, 2, 3}, arr: [3]int{4, 5, 6}, pa: &[3]int{7, 8, 9}, m: map[string]int{"a": 1, "b": 2, "c": 3}, str: "hé"}

func main() {
	for i, v := range g.xs {
		g.xs[2] = 10
		v, i := v, i
		fmt.Println(i, v)
	}
	for i, v := range g.arr { // a copy
		g.arr[2] = 10
		fmt.Println(i, v)
	}
	for i, v := range g.pa {
		g.pa[2] = 10
		fmt.Println(i, v)
	}
	for i := range g.pa {
		fmt.Print(i)
	}
	for range g.arr {
		fmt.Print("x")
	}
	for i, r := range g.str {
		fmt.Println(i, string(r))
	}
	for g.i, g.v = range g.xs {
	}
	fmt.Println(g.i, g.v)
	m2 := map[int]int{}
	for m2[0], m2[1] = range g.xs {
	}
	for g.xs[0] = range g.xs {
	}
	fmt.Println(m2, g.xs)
	var keys []string
	for k := range g.m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	sum := 0
	for k, v := range g.m {
		sum += v
		delete(g.m, k)
		g.m["a"+k] = 0
		if sum > 100 {
			break
		}
		delete(g.m, "a"+k)
	}
	fmt.Println(keys, sum, len(g.m))
	for range g.m {
		fmt.Println("gone")
	}
	var fs []func() int
	for i, v := range []int{1, 2, 3} {
		launch(func() { fs = append(fs, func() int { i += v; return i }) })
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fs = nil
	for i := 0; i < 3; i++ {
		launch(func() { fs = append(fs, func() int { i++; return i }) })
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
outer:
	for i, v := range g.xs {
		for _, w := range g.xs {
			if w == v {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Println(v, w)
		}
	}
	n := 0
again:
	for _, v := range g.xs {
		n += v
		if n < 30 {
			goto again
		}
		if n > 1000 {
			break again
		}
		continue again
	}
	fmt.Println(n)
	for _, p := range []*s{g, {v: 3}} {
		fmt.Println(p.v)
	}
	for _, x := range func() []s { return []s{*g, {v: 4}} }() {
		x.v++
		fmt.Println(x.v)
	}
	matrix := [][]int{{1}, {2, 3}}
	pm := &matrix
	for i := range *pm {
		for j, x := range (*pm)[i] {
			(*pm)[i][j] = x * 2
		}
	}
	fmt.Println(matrix)
	bs := []byte("bytes")
	pb := &bs
	for i, c := range *pb {
		if c == 't' {
			(*pb)[i]--
		}
	}
	fmt.Println(string(*pb))
	nan := map[float64]int{1: 1}
	for k, v := range nan {
		fmt.Println(k, v)
	}
	if false {
		goto end
	}
end:
	for k, v := range map[any]int{"x": 1} {
		fmt.Println(k, v)
	}
}
