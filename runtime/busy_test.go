package runtime

import (
	"math/rand"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/internal/longtest"
)

// TestBusyPolls: of random programs that look all the time until a deadline closure finds what dfs
// finds, each trace once, with pauses and without. Without pauses all that happens is at full
// milliseconds, and they come to nothing that those which look each millisecond do not come to:
// time moves past no deadline, whoever else waits.
func TestBusyPolls(t *testing.T) {
	s := testSites(t, "x", "y", "z", "u", "v", "w")
	compared, later := 0, 0
	for seed := range longtest.N(10, 40) {
		r := rand.New(rand.NewSource(int64(seed)))
		p, behind := busy(r)
		var found [3][]string // without pauses; with pauses; looking each millisecond
		for i, pause := range []time.Duration{0, time.Duration(1+r.Intn(4)) * time.Millisecond, 0} {
			var executions int64
			for _, algorithm := range []string{"closure", "closure" + repeating, "dfs"} {
				body := func(s Site, out func(string, ...any)) { p(s, i == 2, out) }
				got, res, traces := outcomesWithin(t, 2000, algorithm, Settings{Races: RacesOff, Pause: pause}, s, body)
				if !res.Exhaustive {
					if algorithm != "dfs" {
						t.Logf("seed %d: %s, pauses %v: %+v", seed, algorithm, pause, res)
					}
					break
				}
				if algorithm == "closure" {
					found[i], executions = got, res.Executions
				}
				if !slices.Equal(got, found[i]) || int64(traces) != executions || algorithm == "closure" && res.Redundant+res.Blocked > 0 {
					t.Fatalf("seed %d, pauses %v: %s: %d traces of\n%s\nwant %d of\n%s\n%+v",
						seed, pause, algorithm, traces, strings.Join(got, "\n"), executions, strings.Join(found[i], "\n"), res)
				}
			}
		}
		if found[0] == nil || found[2] == nil || behind { // of what goes on after the test only two rounds are followed
			continue
		}
		compared++
		if len(found[1]) > len(found[0]) {
			later++
		}
		for _, o := range found[0] {
			if !slices.Contains(found[2], o) {
				t.Errorf("seed %d: %s\nis not among\n%s", seed, o, strings.Join(found[2], "\n"))
			}
		}
	}
	if t.Logf("%d compared, pauses show more of %d", compared, later); compared == 0 || later == 0 {
		t.Error("nothing was compared")
	}
}

// busy is a random program: one or two tasks look whether something has happened, until a deadline;
// another does it, and a timer fires. Slow: they look each millisecond. Behind: nobody waits for
// them.
func busy(r *rand.Rand) (p func(s Site, slow bool, out func(string, ...any)), behind bool) {
	ms := func(from, n int) time.Duration { return time.Duration(from+r.Intn(n)) * time.Millisecond }
	type poll struct {
		kind  int
		until time.Duration
	}
	var polls []poll
	for range 1 + r.Intn(3)/2 {
		polls = append(polls, poll{r.Intn(6), ms(1, 5)})
	}
	behind = r.Intn(4) == 0
	timer, after, never := ms(1, 8), ms(0, 6), r.Intn(3) == 0
	return func(s Site, slow bool, out func(string, ...any)) {
		var flag, over atomic.Int32
		stop, done := make(chan int), make(chan int, len(polls))
		start := TimeNow(s)
		TimeAfterFunc(s, timer, func() { AddWord(s, wordOfInt32(&over), 1) })
		for i, p := range polls {
			Go(s, func() {
				end, how := start.Add(p.until), "given up"
				rounds := Loop(s).Compares()
				if slow {
					rounds = nil
				}
				for rounds.Round() {
					if p.kind%2 == 0 && compare(end, TimeNow(s), false) <= 0 || p.kind%2 == 1 && compare(TimeNow(s), end, true) >= 0 {
						break
					}
					var seen bool
					switch p.kind / 2 {
					case 0:
						seen = LoadWord(s, wordOfInt32(&flag)) == 1
					case 1:
						seen = CASWord(s, wordOfInt32(&flag), 1, 2)
					case 2:
						seen = Select(s, true, RecvCase(stop, s)) == 0
					}
					if seen {
						how = "seen"
						break
					}
					if slow {
						TimeSleep(s, time.Millisecond)
					}
				}
				out("%d: %s at %v, timer %d", i, how, TimeSince(s, start).Round(time.Millisecond), LoadWord(s, wordOfInt32(&over)))
				SendTo(done, s).Send(1)
			})
		}
		if !never {
			TimeSleep(s, after)
			StoreWord(s, wordOfInt32(&flag), 1)
			Close(stop, s)
		}
		if behind {
			return
		}
		for range polls {
			Recv(done, s)
		}
	}, behind
}
