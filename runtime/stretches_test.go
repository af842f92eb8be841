package runtime

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"gocheck.dev"
	"gocheck.dev/checker"
	"gocheck.dev/checker/race"
	"gocheck.dev/internal/longtest"
)

// part is an access of some bytes of a buffer, or an operation on a lock.
type part struct {
	site         Site
	lo, hi       int
	write, words bool // words: one byte after the other
	lock, unlock bool
}

// chance goes by chance, and shows each event to a race detector.
type chance struct {
	*rand.Rand
	races   *race.Detector
	buf     []checker.Decision
	effects int
}

func (c *chance) Next(st checker.State) (checker.Decision, bool) {
	c.buf = c.buf[:0]
	for _, t := range st.Tasks() {
		c.buf = st.Decisions(t, c.buf)
	}
	if len(c.buf) == 0 {
		return checker.Decision{}, false
	}
	return c.buf[c.IntN(len(c.buf))], true
}

func (c *chance) Did(st checker.State, ev *checker.Event) {
	c.races.Add(st, ev)
	c.effects += len(ev.Effects)
}

// TestStretches: what races is found as if each byte was accessed by itself.
func TestStretches(t *testing.T) {
	const size, most = 120, 7
	s := testSites(t, slices.Repeat([]string{"x"}, 4*most+1)...)
	races, quiet, fewer := 0, 0, 0
	var tasks [][]part
	yields := false
	x := newExecution(among(Settings{}), func() {
		buf := make([]byte, 1<<14+size) // some of it is in another block of addresses
		buf = buf[1<<14-int((uintptr(unsafe.Pointer(&buf[0]))+size/2)%(1<<14)):][:size]
		var mu sync.Mutex
		for _, parts := range tasks {
			Go(s, func() {
				for _, p := range parts {
					switch {
					case p.lock:
						MutexLock(&mu, p.site)
					case p.unlock:
						MutexUnlock(&mu, p.site)
					case p.words && p.write:
						for i := p.lo; i < p.hi; i++ {
							At(&buf[i], p.site).Set(1)
						}
					case p.words:
						for i := p.lo; i < p.hi; i++ {
							_ = *R(&buf[i], p.site)
						}
					case p.write:
						SliceW(buf[p.lo:p.hi], p.site)
					default:
						SliceR(buf[p.lo:p.hi], p.site)
					}
					if yields {
						Gosched(s)
					}
				}
			})
		}
	})
	run := func(seed uint64, bytewise bool) (race.Report, bool, int) {
		if bytewise {
			defer x.Observe(ofBytes{})()
		}
		by := &chance{Rand: rand.New(rand.NewPCG(seed, 22)), races: race.NewDetector()}
		x.Run(by)
		found, is := by.races.Found()
		return found, is, by.effects
	}
	for seed := range uint64(longtest.N(1500, 30_000)) {
		r := rand.New(rand.NewPCG(seed, 21))
		tasks = make([][]part, 2+r.IntN(2))
		text := ""
		for i := range tasks {
			held := false
			for range 1 + r.IntN(most) {
				p := part{site: s + Site(1+most*i+len(tasks[i])), lo: r.IntN(size), write: r.IntN(3) == 0, words: r.IntN(4) == 0}
				p.hi = p.lo + 1 + r.IntN(size-p.lo)
				if seed%2 == 0 { // parts that come again
					p.lo, p.hi = p.lo/30*30, (p.hi+29)/30*30
				}
				if p.words {
					p.hi = min(p.hi, p.lo+6)
				}
				if r.IntN(3) == 0 {
					p.lock, p.unlock = !held, held
					held = !held
				}
				tasks[i] = append(tasks[i], p)
				text += fmt.Sprintf("task %d: %+v\n", i, p)
			}
			if held {
				tasks[i] = append(tasks[i], part{site: s, unlock: true})
			}
		}
		if seed == 0 { // what a step does to the rest it has not done to the part before
			tasks = [][]part{{{site: s + 1, hi: 100}, {site: s + 2, hi: 50}, {site: s + 3, lo: 50, hi: 100, write: true}}, {{site: s + 4, hi: 50}}}
		}
		yields = seed > 0 && r.IntN(2) == 0 // else a step has the accesses up to an operation on the lock
		want, raced, each := run(seed, true)
		got, is, whole := run(seed, false)
		if whole < each {
			fewer++
		}
		if raced != is || raced && (want.At != got.At || want.Second.Task != got.Second.Task) {
			t.Fatalf("seed %d: by bytes %v %+v, by stretches %v %+v\n%s", seed, raced, want, is, got, text)
		}
		if !raced {
			quiet++
			continue
		}
		races++
		of := func(e checker.Effect) part {
			for _, parts := range tasks {
				for _, p := range parts {
					if p.site == Site(e.Pos) {
						return p
					}
				}
			}
			t.Fatalf("seed %d: %+v is at no access\n%s", seed, e, text)
			return part{}
		}
		if a, b := of(got.First), of(got.Second); max(a.lo, b.lo) >= min(a.hi, b.hi) || !a.write && !b.write || got.First.Task == got.Second.Task {
			t.Fatalf("seed %d: no race of %+v and %+v\n%s", seed, a, b, text)
		}
	}
	if races < 100 || quiet < 100 || fewer < races {
		t.Errorf("%d races, %d without, fewer effects in %d: not what was meant", races, quiet, fewer)
	}
}

// TestStretchesAreFew: a megabyte that is written and read by several is few objects, one that is
// read byte by byte as well is as many as were read, and where handlers are each byte is one.
func TestStretchesAreFew(t *testing.T) {
	s := testSites(t, "b", "")
	effects := func(set Settings, f func(b []byte)) int {
		_, all := events(set, func() {
			b := make([]byte, 1<<12)
			Go(s+1, func() {})
			f(b)
			Gosched(s + 1)
		})
		return len(all)
	}
	twice := func(b []byte) { SliceW(b, s); SliceR(b[1000:], s) }
	for name, want := range map[string]struct {
		set  Settings
		f    func([]byte)
		want int
	}{
		"whole":   {Settings{}, func(b []byte) { SliceW(b, s); SliceR(b, s) }, 1},
		"a part":  {Settings{}, twice, 2},
		"bytes":   {Settings{}, func(b []byte) { SliceW(b, s); _, _ = *R(&b[5], s), *R(&b[7], s); SliceR(b, s) }, 4},
		"off":     {Settings{Races: RacesOff}, twice, 1 << 12},
		"handler": {Settings{}, func(b []byte) { HandlerPost(gocheck.NewHandler("h"), s, func() {}); twice(b) }, 1 << 12},
	} {
		if got := effects(want.set, want.f); got != want.want {
			t.Errorf("%s: %d effects, want %d", name, got, want.want)
		}
	}
}

// ofBytes is an observer that only asks for the accesses of bytes.
type ofBytes struct{}

func (ofBytes) Begin() bool        { return true }
func (ofBytes) Did(*checker.Event) {}
func (ofBytes) Bytewise()          {}
