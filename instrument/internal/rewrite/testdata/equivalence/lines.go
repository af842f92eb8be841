// Positions: what runtime.Caller and the stack of a panic say.
package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
)

type t struct {
	mu sync.Mutex
	m  map[string]int
	p  *t
	n  int
}

var shared = &t{m: map[string]int{}}

func where() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprint(filepath.Base(file), ":", line)
}

func args(
	a, b string,
	c int,
) string {
	return fmt.Sprint(a, b, c, where())
}

func try(f func()) {
	defer func() {
		r := recover()
		for i := 0; ; i++ {
			pc, file, line, ok := runtime.Caller(i)
			if !ok {
				break
			}
			if f := runtime.FuncForPC(pc); filepath.Base(file) == "lines.go" {
				fmt.Print(f.Name()[:5], ":", line, " ")
			}
		}
		fmt.Println(r)
	}()
	f()
}

func main() {
	fmt.Println(where())
	ch := make(chan string, 5)
	go func(
		s string,
	) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		ch <- where() +
			where()
		ch <- s
	}(
		where(),
	)
	fmt.Println(<-ch, <-ch)
	fmt.Println(args(
		where(),
		where(),
		shared.
			n,
	))
	shared.m["a"],
		shared.n = func() (int, int) {
		fmt.Println(where())
		return 1, 2
	}()
	select {
	case ch <- where() +
		where():
		fmt.Println(where(), <-ch)
	case v := <-ch: // never
		fmt.Println(v)
	}
	for i, k := range []string{
		where(),
		where(),
	} {
		fmt.Println(i, k, where())
	}
	for range ch2(
		where(),
	) {
		fmt.Println(where())
	}
	shared.n = len(
		where(),
	) + shared.n

	fmt.Println(where())
	try(func() {
		shared.
			p.n = 1
	})
	try(func() {
		var m map[string]int
		shared.m, m = m, shared.m
		shared.m["x"] = 1
	})
	try(func() {
		var s []int
		q := &s
		_ = (*q)[shared.n]
	})
	try(func() {
		var c chan int
		close(c)
	})
	try(func() {
		x := 0
		px := &x
		fmt.Println(
			1,
			1/(*px),
		)
	})
	try(func() { shared.m["q"] += shared.p.n })
	var np *t
	np.mu.Lock()
}

func ch2(s string) chan string {
	fmt.Println(s)
	c := make(chan string, 1)
	c <- s
	close(c)
	return c
}
