package verdicts

import (
	"fmt"
	"runtime"
	"testing"
)

// Several panics, and panics of tests that have failed. What ends each is raised in a line that
// says so.

func raises(words string) { panic(words) } // ends it

func TestSecondPanic(t *testing.T) {
	defer func() { panic("second") }() // ends it
	panic("first")
}

func TestSecondPanicCalled(t *testing.T) {
	defer raises("second")
	panic("first")
}

func TestSecondPanicOfRuntime(t *testing.T) {
	var p *int
	defer func() { *p = 1 }() // ends it
	panic("first")
}

func TestThirdPanic(t *testing.T) {
	defer func() { panic("third") }() // ends it
	defer func() { panic("second") }()
	panic("first")
}

func TestSecondPanicGoroutine(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer raises("second")
		panic("first")
	}()
	<-done
}

func TestSecondPanicRecovered(t *testing.T) {
	defer func() { panic(fmt.Sprint(recover(), " and another")) }() // ends it
	panic("first")
}

func TestPanicPassedOn(t *testing.T) {
	defer func() {
		if v := recover(); v != nil {
			panic(v)
		}
	}()
	panic("first") // ends it
}

func TestPanicPassedOnTwice(t *testing.T) {
	passes := func() {
		if v := recover(); v != nil {
			panic(v)
		}
	}
	defer passes()
	defer passes()
	var m map[string]int
	m["x"] = 1 // ends it
}

func TestPanicRecoveredWithin(t *testing.T) {
	defer func() {
		defer func() { _ = recover() }()
		panic("within")
	}()
	panic("first") // ends it
}

func TestPanicOfGoexit(t *testing.T) {
	defer raises("while it exits")
	runtime.Goexit()
}

func TestPanicOfSkip(t *testing.T) {
	defer raises("while it skips")
	t.SkipNow()
}

// These fail, and end the program.

func TestFailsPanics(t *testing.T) {
	defer raises("while it ends")
	t.FailNow()
}

func TestFailsPanicsLater(t *testing.T) {
	t.Error("an error")
	panic("later") // ends it
}

func TestFailsPanicsInCleanup(t *testing.T) {
	t.Cleanup(func() { raises("in a cleanup") })
	t.Fatal("an error")
}

func TestFailsPanicsInSub(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		defer raises("while it ends")
		t.Fatal("an error")
	})
}

func TestFailsPanicsElsewhere(t *testing.T) {
	done := make(chan bool)
	t.Error("an error")
	go func() {
		defer close(done)
		panic("elsewhere") // ends it
	}()
	<-done
}

func TestFailsPanicRecovered(t *testing.T) {
	defer func() { _ = recover() }()
	t.Error("an error")
	panic("recovered")
}
