// Package concuerror has small programs of known numbers of traces, after the
// public test suite of Concuerror (its dpor_tests), whose names they bear:
// goroutines that load and store a few shared variables, and often decide by
// what they load whether they go on. Each is hard for some algorithm.
//
// The suite's programs are Erlang with tables as shared variables; these do
// the same accesses. checker/explore/testdata/corpus/threads.txt has them in the
// language of the checker's tests, held against the oracle.
package concuerror

import (
	"sync/atomic"
	"testing"
)

// variable is a shared variable. Zero is what it is at first.
type variable = atomic.Int32

// Writers that never look.

func TestManyWrite(t *testing.T) { // 4 traces
	var v [2]variable
	writeAllTwice(v[:])
}

func TestManyWrite2(t *testing.T) { // 16
	var v [4]variable
	writeAllTwice(v[:])
}

// writeAllTwice: a goroutine for each of two stores to each variable.
func writeAllTwice(v []variable) {
	for value := range int32(2) {
		for i := range v {
			go v[i].Store(value + 1)
		}
	}
}

func TestETSCross(t *testing.T) { // 3
	var x, y variable
	go func() { x.Store(1); y.Store(1) }()
	go func() { y.Store(2); x.Store(2) }()
}

// Readers that never write.

func TestReadersBasic(t *testing.T) { // 4
	var x variable
	go x.Store(1)
	go x.Load()
	go x.Load()
}

func TestETSDependencies(t *testing.T) { // 4
	var x, y, z variable
	go x.Store(1)
	go func() { y.Store(2); x.Load() }()
	go func() { z.Store(3); x.Load() }()
}

func TestETSDependenciesN(t *testing.T) { // 8
	var x variable
	var own [3]variable
	go x.Store(42)
	for i := range own {
		go func() { own[i].Load(); x.Load() }()
	}
}

func TestTwoWritersReaders1(t *testing.T) { // 9
	var x, y variable
	go func() { x.Store(1); x.Store(2) }()
	for range 2 {
		go func() { y.Load(); x.Load() }()
	}
}

func TestTwoWritersReaders2(t *testing.T) { // 18
	var x, y variable
	go x.Store(1)
	go x.Store(2)
	for range 2 {
		go func() { y.Load(); x.Load() }()
	}
}

func TestDifficultReaders(t *testing.T) { // 18
	var x variable
	go x.Store(1)
	go x.Store(2)
	go x.Load()
	go x.Load()
}

func TestHairbrushTeeth1(t *testing.T) { hairbrush(2) } // 6
func TestHairbrushTeeth2(t *testing.T) { hairbrush(3) } // 20

func hairbrush(teeth int) {
	var x variable
	go func() {
		for i := range teeth {
			x.Store(int32(i + 1))
		}
	}()
	go func() {
		for range teeth {
			x.Load()
		}
	}()
}

func TestDepend6(t *testing.T) { // 18
	var y, z variable
	go func() { y.Load(); z.Load() }()
	go y.Load()
	go z.Store(1)
	go func() { y.Store(1); y.Store(2) }()
}

// One thing depends on another.

func TestPOPLOptimalExample(t *testing.T) { // 5
	var x, y, z variable
	go x.Store(1)
	go y.Store(1)
	go func() {
		if y.Load() == 0 {
			z.Store(1)
		}
	}()
	go func() {
		if z.Load() == 1 && y.Load() == 0 {
			x.Store(2)
		}
	}()
}

func TestManyInitials(t *testing.T) { // 5
	var x, y, z variable
	go x.Store(1)
	go y.Store(1)
	go z.Store(1)
	go func() {
		seenY, seenZ := y.Load(), z.Load()
		if seenY == 1 && seenZ == 1 {
			x.Load()
		}
	}()
}

func TestConditionalReaders3(t *testing.T) { // 6
	var x, y variable
	go x.Store(1)
	go func() {
		if y.Load() == 0 {
			x.Load()
		}
	}()
	go func() { x.Load(); y.Store(1) }()
}

func TestCompleteTest1(t *testing.T) { completeTest(true) }  // 48
func TestCompleteTest2(t *testing.T) { completeTest(false) } // 60

func completeTest(readYIfEarly bool) {
	var x, y variable
	go y.Store(1)
	go x.Store(1)
	go func() {
		if early := x.Load() == 0; early == readYIfEarly {
			y.Load()
		}
	}()
	go func() { x.Load(); y.Load() }()
	go x.Store(2)
}

func TestDiffDep2(t *testing.T) { // 9
	var x, y, z variable
	go x.Store(1)
	go loadBoth(&z, &x)
	go loadBoth(&y, &x)
	go y.Store(1)
	go z.Store(1)
}

func TestDiffDep3(t *testing.T) { // 6
	var x, z variable
	go x.Store(1)
	go z.Store(1)
	go loadBoth(&z, &x)
	go x.Load()
}

// loadBoth loads the second variable only if the first one has been written.
func loadBoth(first, second *variable) {
	if first.Load() != 0 {
		second.Load()
	}
}

func TestSleepingRaces1(t *testing.T) { // 3
	var x, y variable
	go y.Store(1)
	go x.Store(1)
	go loadBoth(&x, &y)
}

func TestSleepingRaces2(t *testing.T) { // 5
	var x, y variable
	go y.Store(1)
	go x.Store(1)
	go func() { y.Store(2); loadBoth(&x, &y) }()
}

func TestSleepingRaces3Read(t *testing.T) { // 6
	var x, y variable
	go y.Store(1)
	go x.Store(1)
	go x.Load()
	go loadBoth(&x, &y)
}

// Reconstructed from the one above and the number: the suite's text was not to
// be had.
func TestSleepingRaces3Write(t *testing.T) { // 10
	var x, y variable
	go y.Store(1)
	go x.Store(1)
	go x.Store(1)
	go loadBoth(&x, &y)
}

func TestSleepingRaces4(t *testing.T) { // 12
	var x, y variable
	go y.Store(1)
	go x.Store(1)
	go x.Load()
	go loadBoth(&x, &y)
	go y.Load()
}

func TestSleepingRaces5(t *testing.T) { // 24
	var x, y variable
	go y.Store(1)
	go x.Store(1)
	go func() { x.Load(); y.Load() }()
	go loadBoth(&x, &y)
	go y.Load()
}
