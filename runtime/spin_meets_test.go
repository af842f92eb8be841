package runtime

import (
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

// TestSpinLooks: loops that look at a channel without buffer, by select with default, beside
// something else. If somebody may meet them there each round counts.
func TestSpinLooks(t *testing.T) {
	closed := func(s Site, out func(string, ...any)) {
		done := make(chan int)
		var n atomic.Int32
		Go(s, func() { StoreWord(s, wordOfInt32(&n), 1); Close(done, s) })
		Go(s, func() { Recv(done, s) }) // on the same side: nobody meets it
		for w := Loop(s); w.Round(); {
			if Select(s, true, RecvCase(done, s)) == 0 {
				out("closed")
				return
			}
			if LoadWord(s, wordOfInt32(&n)) == 1 && TimeSince(s, StartOfTime) > time.Hour {
				out("never")
				return
			}
		}
	}
	sent := func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		var n atomic.Int32
		Go(s, func() { StoreWord(s, wordOfInt32(&n), 1); SendTo(ch, s).Send(7) })
		for w, i := Loop(s), 0; w.Round() && i < 3; i++ {
			if Select(s, true, RecvCase(ch, s)) == 0 {
				out("met after %d", LoadWord(s, wordOfInt32(&n)))
				return
			}
			LoadWord(s, wordOfInt32(&n))
		}
		out("missed")
	}
	check(t, closed, spec{outcomes: []string{"closed"}})
	check(t, sent, spec{outcomes: []string{"met after 1", "missed"}})

	s := testSites(t, "a", "b")
	for _, c := range []struct {
		name string
		body func(Site, func(string, ...any))
		want wire.Announced
	}{{"closed", closed, 0}, {"sent", sent, wire.Meets}} {
		x := newExecution(among(Settings{}), func() { c.body(s, func(string, ...any) {}) })
		x.Known.Ends = 0
		for range 20 { // the default order, and others
			runOnce(x)
		}
		if got := x.Known.matters & wire.Meets; got != c.want {
			t.Errorf("%s: partners matter: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestSpinCarries: a loop that begins a round with the values of the last one waits; one
// whose values differ goes on.
func TestSpinCarries(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var x atomic.Int32
		Go(s, func() { StoreWord(s, wordOfInt32(&x), 1); StoreWord(s, wordOfInt32(&x), 2) })
		seen := 0
		v := LoadWord(s, wordOfInt32(&x))
		for w := Loop(s); w.Round(v) && v != 2; v = LoadWord(s, wordOfInt32(&x)) {
			seen |= 1 << v
		}
		out("%b", seen)
	}, spec{outcomes: []string{"0", "1", "10", "11"}, native: true})
	// A wait that grows up to a bound.
	check(t, func(s Site, out func(string, ...any)) {
		start, d := TimeNow(s), time.Second
		for w := Loop(s); w.Round(d) && TimeSince(s, start) < time.Minute; {
			TimeSleep(s, d)
			d = min(2*d, 10*time.Second)
		}
		out("%v", TimeSince(s, start).Round(time.Second))
	}, spec{outcomes: []string{"1m5s"}})
}

// TestSpinCarriesForEver: a loop that begins as it began a round ago, and that nobody ends.
func TestSpinCarriesForEver(t *testing.T) {
	s := testSites(t, "object")
	res := explored(t, Settings{}, "auto", func() {
		var x atomic.Int32
		Go(s, func() { StoreWord(s, wordOfInt32(&x), 1) })
		v := LoadWord(s, wordOfInt32(&x))
		for w := Loop(s); w.Round(v) && v != 2; v = LoadWord(s, wordOfInt32(&x)) {
		}
	})
	if len(res.Failures) != 1 || res.Failures[0].Failure.Kind != "steps" {
		t.Errorf("%+v", res)
	}
}
