// Package shadowed declares names that Go has declared before.
package shadowed

import "testing"

func true(ok bool) {
	if !ok {
		panic("false")
	}
}

const (
	nil   = 0
	false = "x"
)

func TestNames(t *testing.T) {
	c, d := make(chan int, 1), make(chan int)
	select {
	case c <- 1:
	default:
	}
	true(len(c) == 1 && nil == 0)
	select {
	case <-d:
		t.Error(false)
	case v := <-c:
		true(v == 1)
	}
}
