package runtime

import (
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/runtime/internal/kinds"
)

// events runs a program under the default scheduler and returns its events'
// kinds and effects.
func events(s Settings, body func()) (names []string, effects []checker.Effect) {
	explore.Replay(newExecution(s, body), nil, checker.Options{Steps: 10000}, func(_ checker.State, ev *checker.Event) {
		names = append(names, kinds.Names[ev.Kind])
		effects = append(effects, ev.Effects...)
	})
	return names, effects
}

type record struct {
	a    int32
	_    [0]int
	b    string
	c    []int
	d    any
	e    [2]complex128
	next *record
}

// Every kind of value arrives whole when it is accessed leaf by leaf, and
// each leaf is a step.
func TestAccessesByLeaf(t *testing.T) {
	s := testSites(t, "x", "y", "")
	want := record{1, [0]int{}, "b", []int{3}, 4.5, [2]complex128{1, 2i}, new(record)}
	var got record
	kinds, _ := events(Settings{Races: RacesExplore}, func() {
		var x record
		Go(s+2, func() {})
		At(&x, s).Set(want)
		got = *R(&x, s)
	})
	if got.a != 1 || got.b != "b" || !slices.Equal(got.c, want.c) || got.d != 4.5 || got.e != want.e || got.next != want.next {
		t.Errorf("%+v", got)
	}
	count := func(kind string) (n int) {
		for _, k := range kinds {
			if k == kind {
				n++
			}
		}
		return n
	}
	if count("read") != 7 || count("write") != 7 {
		t.Errorf("%v", kinds)
	}
}

// A reader between the writes of two fields sees the one that was written.
func TestLeavesAreWrittenOneByOne(t *testing.T) {
	s := testSites(t, "p", "")
	type pair struct{ a, b int }
	seen := map[pair]bool{}
	res := explored(t, Settings{Races: RacesExplore}, "dfs", func() {
		p := new(pair)
		Go(s+1, func() { At(p, s).Set(pair{1, 1}) })
		seen[*R(p, s)] = true
	})
	for _, want := range []pair{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		if !seen[want] {
			t.Errorf("%v was not seen in %d executions", want, res.Executions)
		}
	}
}

func TestEffects(t *testing.T) {
	s := testSites(t, "x", "y", "m", "")
	var x, y int
	m := map[int]int{}
	a := make([]int, 3)
	_, effects := events(Settings{}, func() {
		At(&x, s).Set(1) // nobody else is there yet
		Go(s+3, func() {})
		_ = *R(&x, s)
		At(&x, s).Set(2)
		_ = *R(&x, s)
		_ = *R(&y, s+1)
		MapW(m, s+2)[1] = 1
		SliceR(a, s)
		Gosched(s + 3)
		_ = *R(&y, s+1)
		_ = *R(&struct{}{}, s)
		_ = MapR(map[int]int(nil), s)
	})
	var writes []bool
	for _, e := range effects {
		writes = append(writes, e.Write)
	}
	// x once, as a write; y; m; three elements; y again in the next step.
	if want := []bool{true, false, true, false, false, false, false}; !slices.Equal(writes, want) {
		t.Errorf("%+v", effects)
	}
}

// A task that waits for a plain variable lets the others go on, at last.
func TestSpinningOnAVariable(t *testing.T) {
	s := testSites(t, "stop", "")
	kinds, _ := events(Settings{Races: RacesOff}, func() {
		stop := false
		Go(s+1, func() { At(&stop, s).Set(true) })
		for !*R(&stop, s) {
		}
	})
	if !slices.Contains(kinds, "yield") {
		t.Errorf("%v", kinds)
	}
}

// Accesses are made without further ado only as long as nobody else is there, and
// nobody wants to know of them.
func TestQuiet(t *testing.T) {
	s := testSites(t, "x", "")
	var at []bool
	x := newExecution(Settings{}, func() {
		at = append(at, Quiet())
		Go(s, func() {})
		at = append(at, Quiet())
	})
	x.Run(&first{})
	over := make(chan bool)
	process.strays.Of(func() {
		x.Run(&first{})
		close(over)
	})()
	<-over
	x = newExecution(Settings{}, func() {
		Loop(s).Round()
		at = append(at, Quiet())
	})
	x.Run(&first{})
	x = newExecution(Settings{}, func() {
		defer func() { at = append(at, Quiet()) }()
		current().die()
	})
	x.Run(&first{})
	if at = append(at, Quiet()); !slices.Equal(at, []bool{true, false, false, false, false, false, false}) {
		t.Errorf("quiet: %v", at)
	}
}
