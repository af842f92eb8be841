// Package initialisation: order of initialisers and init functions, with
// operations in them.
package main

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

var (
	first  = note("first")
	second = note("second")
	a      = b + 1
	b      = note("b")
	x, y   = pair()
	_      = note("blank")
	mu     sync.Mutex
	table          = map[string]int{"one": 1}
	ch             = make(chan int, 1)
	ErrX           = errors.New("x")
	fn             = func() int { mu.Lock(); defer mu.Unlock(); return len(table) }
	e, ok          = any(first).(int)
	v, has         = table["one"]
	f64    float64 = 1 << 3
	log    []string
	trees  = tree{below: []tree{{}, {}}} // of a type that contains itself
)

type tree struct{ below []tree }

func note(s string) int {
	mu.Lock()
	defer mu.Unlock()
	fmt.Println("init", s, len(log))
	return len(s)
}

func pair() (int, string) { ch <- 1; return <-ch, "pair" }

func init() { table["two"] = 2; fmt.Println("init 1", fn()) }
func init() {
	go func() { ch <- len(table) }()
	fmt.Println("init 2", <-ch)
}

func main() {
	fmt.Println(first, second, a, b, x, y, table, e, ok, v, has, f64, ErrX, log, len(trees.below))
	defer fmt.Println("not printed")
	os.Exit(3)
}
