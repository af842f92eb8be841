// Package inits starts a goroutine when it is initialised, which races with
// what is left of the initialisation.
package inits

import "testing"

var (
	limit  int
	before = 1
	seen   = make(chan int, 1)
)

func init() {
	before = 2
	observe()
	limit = 1
}

func observe() {
	go func() { seen <- limit + before }()
}

func TestInit(t *testing.T) { <-seen }
