package runtime

import (
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/internal/longtest"
)

// TestPollsRest: random programs with a poll come to the same under pauses, whether each round is
// explored or not, but for the times; closure finds each trace once.
func TestPollsRest(t *testing.T) {
	s := testSites(t, "x", "y", "z", "u", "v", "w")
	when := regexp.MustCompile(` at \S+`)
	var all [2]int
	for seed := range longtest.N(8, 24) {
		r := rand.New(rand.NewSource(int64(seed)))
		p, pause := heldUp(r), time.Duration(1+r.Intn(2))*time.Millisecond
		var found [2][]string
		for i, loop := range []func(Site) *Waiting{plainly, Loop} {
			var traces int
			for _, algorithm := range []string{"closure", "closure" + repeating, "dfs"} {
				if algorithm == "dfs" && traces > 20 {
					continue // it would take long
				}
				got, res, seen := outcomes(t, algorithm, Settings{Races: RacesOff, Pause: pause}, s, func(s Site, out func(string, ...any)) { p(s, loop, out) })
				if !res.Exhaustive || res.Blocked > 0 {
					t.Fatalf("seed %d: %s: %+v", seed, algorithm, res)
				}
				for k, o := range got {
					got[k] = when.ReplaceAllString(o, "")
				}
				slices.Sort(got)
				if got = slices.Compact(got); found[i] == nil {
					found[i], traces = got, seen
					all[i] += seen
				}
				if !slices.Equal(got, found[i]) || seen != traces || algorithm != "dfs" && res.Executions != int64(traces) {
					t.Fatalf("seed %d: %s: %d executions of\n%s\nwant %d of\n%s", seed, algorithm, res.Executions, strings.Join(got, "\n"), traces, strings.Join(found[i], "\n"))
				}
			}
		}
		if !slices.Equal(found[0], found[1]) {
			t.Errorf("seed %d: where polls rest\n%s\nelse\n%s", seed, strings.Join(found[1], "\n"), strings.Join(found[0], "\n"))
		}
	}
	if t.Log(all); all[0] <= all[1] {
		t.Errorf("%d traces, %d where polls rest", all[0], all[1])
	}
}

// heldUp is a random program: a task polls a variable, another one changes it.
func heldUp(r *rand.Rand) func(s Site, loop func(Site) *Waiting, out func(string, ...any)) {
	behind, kind, want, every := r.Intn(3) == 0, r.Intn(pollKinds+2), int32(1+r.Intn(2)), time.Duration(1+r.Intn(2))*time.Millisecond
	type change struct {
		after time.Duration
		to    int32
	}
	var changes []change
	for range 1 + r.Intn(2) {
		changes = append(changes, change{time.Duration(r.Intn(3)) * time.Millisecond, int32(r.Intn(3))})
	}
	return func(s Site, loop func(Site) *Waiting, out func(string, ...any)) {
		var x, end atomic.Int32
		stop := make(chan int)
		Go(s, func() {
			for _, c := range changes {
				TimeSleep(s, c.after)
				StoreWord(s, wordOfInt32(&x), c.to)
			}
		})
		Go(s, func() {
			TimeSleep(s, 7*time.Millisecond)
			StoreWord(s, wordOfInt32(&end), 1)
			Close(stop, s)
		})
		poll := func() { pollAs(s, kind, want, every, &x, &end, stop, loop, out) }
		if behind {
			Go(s, poll) // and the test ends
			return
		}
		poll()
	}
}

// pollAs polls x in one of the usual ways.
func pollAs(s Site, kind int, want int32, every time.Duration, x, end *atomic.Int32, stop chan int, loop func(Site) *Waiting, out func(string, ...any)) {
	k, start := TimeNewTicker(s, every), TimeNow(s)
	got := int32(0)
	done := func() bool {
		got = LoadWord(s, wordOfInt32(x))
		return got == want || LoadWord(s, wordOfInt32(end)) == 1
	}
	switch w := loop(s); kind {
	case pollKinds:
		for w.Round() && !done() {
			if Select(s, false, RecvCase(stop, s), RecvCase(k.C, s)) == 0 {
				break
			}
		}
	case pollKinds + 1:
		for w.Round() && !done() && TimeSince(s, start) < 3*time.Millisecond {
			TimeSleep(s, every)
		}
	case 14, 15, 16:
		pollUntil(s, w, kind, every, time.Duration(want+2)*every, k, done)
	default:
		pollUntil(s, w, kind, every, 3*time.Millisecond, k, done)
	}
	out("%d at %v", got, TimeSince(s, start).Round(time.Millisecond))
}
