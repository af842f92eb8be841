package litmus

import (
	"math/rand"
	randv2 "math/rand/v2"
	"sync"
	"testing"
)

// A map is gone through in any order.
//
// Outcomes: ab, ba
func TestMapIteration(t *testing.T) {
	m := map[string]bool{"b": true, "a": true}
	order := ""
	for k := range m {
		order += k
	}
	see("%s", order)
}

// What is deleted before its turn does not come; what is added may.
//
// Outcomes: 1
func TestMapIterationDelete(t *testing.T) {
	m := map[int]bool{1: true, 2: true}
	n := 0
	for k := range m {
		delete(m, 3-k)
		n++
	}
	see("%d", n)
}

// What a loop adds to its map may come in the same loop, or not.
//
// Outcomes: 1, 2
func TestMapIterationAdd(t *testing.T) {
	m := map[int]bool{1: true}
	n := 0
	for range m {
		m[2] = true
		n++
	}
	see("%d", n)
}

// Random numbers.
//
// Outcomes: 0, 1
func TestRand(t *testing.T) {
	see("%d", randv2.IntN(2))
}

// What one task draws does not depend on how often others do.
//
// Outcomes: same
func TestRandTasks(t *testing.T) {
	var wg sync.WaitGroup
	var a, b int
	wg.Go(func() { a = rand.New(rand.NewSource(1)).Intn(100) })
	wg.Go(func() {
		rand.Intn(100)
		b = rand.New(rand.NewSource(1)).Intn(100)
	})
	wg.Wait()
	if a == b {
		see("same")
	} else {
		see("different")
	}
}

// A permutation is one.
//
// Outcomes: 3
func TestRandPerm(t *testing.T) {
	sum := 0
	for _, n := range rand.Perm(3) {
		sum += n
	}
	see("%d", sum)
}
