package tests

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/match"
)

// Test is a test or subtest.
type Test struct {
	innards.Test
	around *Test // nil: it is no subtest
	subs   []*Test
	spans  [][2]int       // of Output, which they have printed
	threw  bool           // it has ended with a panic
	said   string         // what it has printed itself, once that is in the output of the test around it
	names  map[string]int // of subtests, with the number of those that wanted the name
	first  *Test          // of a test that is no subtest: which was marked as failed first
	turns  map[string]*Turn

	helpers map[string]bool

	// Dirs are its temporary directories.
	Dirs struct {
		Temp      string // "": it has none
		Temps     int    // so many are in it
		Artifacts string
	}

	Parallel bool // it has called Parallel
	serial   bool // it has called what must not be called in parallel tests
	InBubble bool // of testing/synctest
}

// Begins makes r what is known of t, which is within another test, or in none.
func (r *Test) Begins(t *testing.T, name string, around *Test) {
	if r.around = around; around == nil {
		r.Of(t, nil)
	} else {
		r.Of(t, &around.Test)
		around.subs = append(around.subs, r)
	}
	*r.Name = name
}

// Ends is the end of the test, perhaps by a panic.
func (r *Test) Ends(threw bool) { *r.Done, r.threw = true, threw }

// Mark marks the test and those it belongs to as failed.
func (r *Test) Mark() {
	for p := r; p != nil; p = p.around {
		*p.Failed = true
		if p.around == nil && p.first == nil {
			p.first = r
		}
	}
}

// FailedFirst is the subtest that has failed before all others; "": none has.
func (r *Test) FailedFirst() string {
	if r.first == nil || r.first == r {
		return ""
	}
	return *r.first.Name
}

// Passed says whether the subtest of that name has come to its end and has not failed.
func (r *Test) Passed(name string) bool {
	for _, sub := range r.subs {
		if *sub.Name == name {
			return *sub.Done && !*sub.Failed
		}
		if strings.HasPrefix(name, *sub.Name+"/") && sub.Passed(name) {
			return true
		}
	}
	return false
}

// FinishedAround says whether a test that r belongs to has called FailNow or SkipNow, or has
// returned.
func (r *Test) FinishedAround() bool {
	for p := r.around; p != nil; p = p.around {
		if *p.Finished {
			return true
		}
	}
	return false
}

// A Turn is what tasks take one after the other: each gets the next number of something.
type Turn struct {
	First any    // who took the first one
	Word  uint32 // is the object of their operations, if they are announced
}

// TurnOf is that of something.
func (r *Test) TurnOf(what string) *Turn {
	turn := r.turns[what]
	if turn == nil {
		if r.turns == nil {
			r.turns = make(map[string]*Turn)
		}
		turn = new(Turn)
		r.turns[what] = turn
	}
	return turn
}

// Unique is the full name of a new subtest: as in Go, what cannot be typed is
// replaced, and the second one of a name is called name#01.
func (r *Test) Unique(name string) string {
	base := *r.Name + "/" + match.Typeable(name)
	if r.names == nil {
		r.names = make(map[string]int)
	}
	full := base
	for n := r.names[base]; n > 0 || name == ""; n++ {
		full = fmt.Sprintf("%s#%02d", base, n)
		if r.names[full] == 0 {
			r.names[base] = n
			break
		}
	}
	r.names[base]++
	if full != base {
		r.names[full]++
	}
	return full
}

// Cleanup is Cleanup.
func (r *Test) Cleanup(f func()) { *r.Cleanups = append(*r.Cleanups, f) }

// CallCleanups calls the cleanup functions, the last one first. Each is called
// even if others panic or end the goroutine, unless dying says that this is the end
// of the execution.
func (r *Test) CallCleanups(dying *bool) {
	defer func() {
		if len(*r.Cleanups) > 0 && !*dying {
			r.CallCleanups(dying)
		}
	}()
	for len(*r.Cleanups) > 0 {
		last := len(*r.Cleanups) - 1
		f := (*r.Cleanups)[last]
		*r.Cleanups = (*r.Cleanups)[:last]
		f()
	}
}

// parallelConflict is what Go panics with.
const parallelConflict = "testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel"

// BeParallel is the beginning of Parallel. It panics, as Go does, where that may not be called.
func (r *Test) BeParallel() {
	r.NotInBubble("Parallel")
	switch {
	case r.Parallel:
		panic("testing: t.Parallel called multiple times")
	case r.serial:
		panic(parallelConflict)
	}
	r.Parallel = true
}

// BeAlone panics, as Go does, if the test must not do what concerns the whole
// process, because it or one around it is parallel.
func (r *Test) BeAlone() {
	for p := r; p != nil; p = p.around {
		if p.Parallel {
			panic(parallelConflict)
		}
	}
	r.serial = true
}

// NotInBubble panics as package testing does.
func (r *Test) NotInBubble(method string) {
	if r.InBubble {
		panic("testing: t." + method + " called inside synctest bubble")
	}
}
