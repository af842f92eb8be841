// Channels: every form of sending, receiving, ranging and selecting, and the
// ways out of a select.
package main

import (
	"fmt"
	"sync"
)

type msg struct{ id int }
type myErr struct{}

func (*myErr) Error() string { return "mine" }

type strs chan string

func (s strs) put(v string) { s <- v }

func generic[T any, C ~chan T](c C, v T) T {
	c <- v
	w := <-c
	close(c)
	_, ok := <-c
	fmt.Println(ok, len(c), cap(c))
	return w
}

func first(a, b <-chan int) (int, string) {
	select {
	case v := <-a:
		return v, "a"
	case v, ok := <-b:
		if !ok {
			return v, "closed"
		}
		return v, "b"
	}
}

func loops(c chan int) (total int) {
outer:
	for {
		select {
		case v, ok := <-c:
			switch {
			case !ok:
				break outer
			case v == 2:
				continue outer
			case v == 5:
				break
			default:
				total += v
			}
			if v == 4 {
				goto add
			}
			continue
		add:
			total += 100
		}
	}
	return
}

func main() {
	errs := make(chan error, 3)
	errs <- &myErr{}
	errs <- nil
	errs <- fmt.Errorf("x")
	fmt.Println(<-errs, <-errs, len(errs), cap(errs))
	var e error
	ok := false
	e, ok = <-errs
	fmt.Println(e, ok)

	c := make(chan int, 10)
	arr, m := []int{0, 0, 0}, map[string]int{}
	c <- 1
	c <- 2
	c <- 1 << 3
	arr[1], m["a"] = <-c, <-c
	arr[2] = <-c
	fmt.Println(arr, m)
	for i := 1; i <= 6; i++ {
		c <- i
	}
	close(c)
	fmt.Println(loops(c))

	a, b := make(chan int, 1), make(chan int)
	a <- 3
	fmt.Println(first(a, b))
	close(b)
	fmt.Println(first(a, b))
	s := make(strs, 2)
	s.put("hello")
	fmt.Printf("%T %s\n", s, <-s)
	fmt.Println(generic(make(chan int, 1), 4), generic(make(strs, 1), "g"))

	var nilc chan int
	select {
	case v := <-nilc:
		fmt.Println("never", v)
	case nilc <- 1:
		fmt.Println("never")
	default:
		fmt.Println("default")
	}
	d := make(chan int, 1)
	select {
	case d <- arr[0] + 7:
		fmt.Println("sent")
	}
	type truth bool
	var t truth
	select {
	case arr[0], t = <-d:
		fmt.Println(arr, t)
	case <-nilc:
	}
	d <- 9
	select {
	case m["sel"] = <-d:
	}
	d <- 10
	select {
	case _ = <-d:
	}
	d <- 11
	select {
	case _, ok = <-(d):
		fmt.Println(ok)
	}
	t = false
	close(d)
	arr[0], t = <-d
	_, t = <-d
	fmt.Println(m, t, arr)

	r := make(chan msg)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(n int) {
		defer wg.Done()
		defer close(r)
		for i := 0; i < n; i++ {
			r <- msg{i}
		}
	}(3)
	var fs []func() int
	for v := range r {
		v := v
		fs = append(fs, func() int { return v.id })
	}
	wg.Wait()
	for _, f := range fs {
		fmt.Println(f())
	}
	q := make(chan int, 4)
	q <- 1
	q <- 2
	q <- 3
	close(q)
	var x struct{ v int }
	px := &x
	n := 0
	for px.v = range q {
		n += px.v
	}
	for range q {
		n = -1
	}
	for _ = range q {
	}
	fmt.Println(x, n)
	done := make(chan struct{})
	go close(done)
	<-done
	if v, ok := <-q; !ok {
		fmt.Println("closed", v)
	}
	switch v := <-q; v {
	case 0:
		fmt.Println("zero")
	}
	var w, wok = <-q
	fmt.Println(w, wok, func() int { return <-q }())
	cc := make(chan chan int, 1)
	cc <- make(chan int, 1)
	inner := <-cc
	inner <- 5
	cc <- inner
	fmt.Println(<-<-cc)
	func() {
		defer func() { fmt.Println(recover()) }()
		close(q)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		q <- 1
	}()
	for i := 0; i < 2; i++ {
		select {
		case v, ok := <-q:
			fmt.Println(i, v, ok)
			if i == 0 {
				continue
			}
		}
		fmt.Println("end", i)
	}
}
