package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// The explorations here are of numbers: a piece of work is a range of them, each an execution that
// takes some time. A worker counts, gives away and leaves ranges, as binaries do with schedules.

// numbers is a range, as the part of a command.
type numbers struct{ From, To int }

func (n numbers) part() []byte {
	data, _ := json.Marshal(n)
	return data
}

// counter is a Doer.
type counter struct {
	s     *servers
	takes func(n int) time.Duration // of an execution
	share func() float64            // of what is left, that it gives; nil: half
}

func (c *counter) Close() {}

func (c *counter) Do(ctx context.Context, _, _ string, w *worker.Work, times worker.Times, hints <-chan worker.Hint, _ func(wire.Message)) (worker.Answer, error) {
	var n numbers
	if err := json.Unmarshal(w.Command.Part, &n); err != nil {
		return worker.Answer{}, err
	}
	var a worker.Answer
	say := func(u *wire.Unit) {
		a.Messages = append(a.Messages, wire.Message{Type: "unit", Test: w.Command.Test, Unit: u})
	}
	c.s.mu.Lock()
	c.s.ran[w.ID]++
	c.s.mu.Unlock()
	began := time.Now()
	wanted := 0
	for done := int64(0); ; {
		stop := false
		select {
		case h := <-hints:
			if wanted == 0 {
				wanted = h.Give
			}
			stop = h.Stop || h.Leave
		default:
		}
		gave := false
		for ; wanted > 0 && n.To-n.From > 1 && time.Since(began) >= times.Least; wanted-- {
			share := 0.5
			if c.share != nil {
				share = c.share()
			}
			mid := n.To - max(int(share*float64(n.To-n.From)), 1)
			say(&wire.Unit{Gave: numbers{mid, n.To}.part()})
			n.To, gave = mid, true
		}
		if n.From == n.To {
			say(&wire.Unit{Over: true, Sum: wire.Sum{Executions: done}})
			return a, nil
		}
		if gave || stop || times.Slice > 0 && time.Since(began) > times.Slice {
			say(&wire.Unit{Over: true, Rest: n.part(), Sum: wire.Sum{Executions: done}})
			return a, nil
		}
		select {
		case <-time.After(c.takes(n.From)):
		case <-ctx.Done():
			return a, ctx.Err()
		}
		n.From++
		done++
	}
}

// coordinator counts the numbers below n with the workers of the cluster. It returns what was
// counted, and in how many pieces.
func coordinator(ctx context.Context, s *servers, settings Settings, n int) (executions, pieces int64, err error) {
	cores := worker.NewCores(1)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c, err := Lead(ctx, &client{s: s}, Run{ID: "run", Protocol: Protocol, Settings: settings}, cores, func(string) {})
	if err != nil {
		return 0, 0, err
	}
	defer c.Leave()
	far, err := c.Package(worker.Job{}, bytes.NewReader([]byte("binary")), nil)
	if err != nil {
		return 0, 0, err
	}
	answers := make(chan struct {
		id string
		worker.Answer
	})
	busy := map[string]time.Time{} // since when
	begin := func(id string, part []byte) {
		busy[id] = time.Now()
		far.Begin(worker.Work{ID: id, Command: wire.Command{Do: wire.DoPart, Test: "Numbers", Part: part}}, func(wire.Message) {}, func(a worker.Answer) {
			select {
			case answers <- struct {
				id string
				worker.Answer
			}{id, a}:
			case <-ctx.Done():
			}
		})
	}
	begin("0", numbers{0, n}.part())
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	asked := map[string]bool{}
	for len(busy) > 0 {
		select {
		case a := <-answers:
			delete(busy, a.id)
			delete(asked, a.id)
			pieces++
			for i, m := range a.Messages {
				if m.Result != nil {
					return executions, pieces, fmt.Errorf("%s: %s", a.id, m.Result.Reason)
				}
				executions += m.Unit.Sum.Executions
				if m.Unit.Gave != nil {
					begin(fmt.Sprintf("%s.%d", a.id, i+1), m.Unit.Gave)
				}
				if m.Unit.Rest != nil {
					begin(a.id+".0", m.Unit.Rest)
				}
			}
		case <-tick.C:
			idle := c.count() - len(busy)
			if idle <= 0 {
				break
			}
			givers := 0
			for id, since := range busy {
				if !asked[id] && time.Since(since) >= settings.Least && givers < idle {
					givers++
				}
			}
			for id, since := range busy {
				if !asked[id] && time.Since(since) >= settings.Least && givers > 0 {
					asked[id] = true
					far.Hint(id, worker.Hint{Give: (idle + givers - 1) / givers})
				}
			}
		case <-ctx.Done():
			return 0, 0, ctx.Err()
		}
	}
	return executions, pieces, nil
}

// hands starts a worker, which kill ends at once.
func hands(s *servers, name string, slots int, takes func(int) time.Duration) (c *client, kill func()) {
	return handsOf(s, name, slots, &counter{s: s, takes: takes})
}

// handsOf is hands whose work is done by does.
func handsOf(s *servers, name string, slots int, does Doer) (c *client, kill func()) {
	ctx, kill := context.WithCancel(context.Background())
	c = &client{s: s}
	w := &Worker{
		Road: c, Log: func(string) {}, Doer: func(int) Doer { return does },
		Status: Status{Worker: name, Slots: slots},
	}
	go w.Work(ctx, ctx)
	return c, kill
}

// TestFaults kills workers, coordinators and servers, cuts connections, loses what is told, misses
// records, and lets acknowledgements come late: each number is counted once, whatever happens.
func TestFaults(t *testing.T) {
	kills, again, begun := 0, 0, 0
	runs := longtest.N(30, 300)
	for seed := range uint64(runs) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			s := newServers(seed)
			s.loses = []float64{0, 0.05, 0.3}[r.IntN(3)]
			s.misses = []float64{0, 0, 0.01}[r.IntN(3)]
			settings := DefaultSettings()
			settings.AckWait, settings.Slice, settings.Deaths = 5*time.Second, time.Duration(1+r.IntN(4))*time.Second, 1000
			takes := func(n int) time.Duration { return time.Duration(5+n*7919%40) * time.Millisecond }
			const want = 4000
			all := make([]func(), 4)
			clients := make([]*client, 4)
			for i := range all {
				clients[i], all[i] = hands(s, fmt.Sprint("w", i), 1+r.IntN(2), takes)
			}
			ctx, stop := context.WithCancel(t.Context())
			var chaos sync.WaitGroup
			var coordinated context.CancelFunc
			var mu sync.Mutex
			chaos.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-time.After(time.Duration(r.IntN(2000)) * time.Millisecond):
					case <-ctx.Done():
						return
					}
					k := r.IntN(len(all))
					switch what := r.IntN(8); {
					case what < 4: // a worker dies, and another comes
						all[k]()
						clients[k], all[k] = hands(s, fmt.Sprint("w", k, ".", i), 1+r.IntN(2), takes)
					case what == 4: // the network is cut
						clients[k].mu.Lock()
						clients[k].cut = time.Now().Add(time.Duration(r.IntN(60)) * time.Second)
						clients[k].mu.Unlock()
					case what == 5: // the servers are started again
						s.mu.Lock()
						s.down = time.Now().Add(time.Duration(r.IntN(8)) * time.Second)
						s.mu.Unlock()
					case what == 6:
						mu.Lock()
						coordinated()
						mu.Unlock()
					}
					kills++
				}
			})
			var got int64
			for {
				mu.Lock()
				one, cancel := context.WithCancel(ctx)
				coordinated = cancel
				mu.Unlock()
				n, _, err := coordinator(one, s, settings, want)
				died := one.Err() != nil
				cancel()
				begun++
				if err == nil {
					got = n
					break
				}
				if !died {
					t.Fatal(err)
				}
			}
			stop()
			chaos.Wait()
			for _, kill := range all {
				kill()
			}
			if got != want {
				t.Errorf("seed %d: %d of %d numbers were counted", seed, got, want)
			}
			for _, n := range s.ran {
				again += n - 1
			}
			synctest.Wait()
			time.Sleep(2 * time.Minute) // what waits for a lease, or is late, is over
		})
	}
	t.Logf("%d runs, %d faults, %d coordinators, %d pieces were done more than once", runs, kills, begun, again)
	if again == 0 || begun == runs {
		t.Error("the faults have done no harm, so this shows nothing")
	}
}

// TestMissed: records of which the coordinator is not told are found all the same.
func TestMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServers(1)
		s.misses = 0.3
		_, kill := hands(s, "w", 3, func(int) time.Duration { return 10 * time.Millisecond })
		defer kill()
		settings := DefaultSettings()
		settings.Slice = time.Second
		ctx, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		if n, pieces, err := coordinator(ctx, s, settings, 2000); n != 2000 || pieces < 10 || err != nil {
			t.Errorf("%d of 2000 numbers in %d pieces: %v", n, pieces, err)
		}
		kill()
		time.Sleep(2 * time.Minute)
	})
}

// TestQuarantine has a piece of work that every worker dies of: it ends with an error that says so.
func TestQuarantine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServers(1)
		settings := DefaultSettings()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		deaths := 0
		var spawn func()
		spawn = func() {
			var kill func()
			_, kill = hands(s, fmt.Sprint("w", deaths), 1, func(int) time.Duration {
				deaths++
				kill()
				if deaths < 10 {
					spawn()
				}
				return time.Hour
			})
			context.AfterFunc(ctx, kill)
		}
		spawn()
		if _, _, err := coordinator(ctx, s, settings, 10); err == nil || deaths != settings.Deaths {
			t.Errorf("%d workers died, then: %v", deaths, err)
		}
		stop()
		time.Sleep(2 * time.Minute)
	})
}
