package runtime

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// stamping is a program of goroutines that take the time, by itself or in turn with others.
type stamping [][]byte

func (p stamping) String() string {
	var b strings.Builder
	for _, ops := range p {
		fmt.Fprintf(&b, "%s\n", ops)
	}
	return b.String()
}

// run returns which readings come before which: their order, by goroutine and number, and those of
// one time, which are joined by =.
func (p stamping) run(s Site) string {
	type reading struct {
		name string
		at   time.Time
	}
	all := make([][]reading, len(p))
	var m sync.Mutex
	var wg sync.WaitGroup
	c := make(chan bool, len(p)*10)
	WaitGroupAdd(&wg, s, len(p))
	for i, ops := range p {
		Go(s, func() {
			for _, op := range ops {
				switch op {
				case 't':
					all[i] = append(all[i], reading{fmt.Sprint(i, ".", len(all[i])), TimeNow(Stamp(s))})
				case 'l':
					MutexLock(&m, s)
				case 'u':
					MutexUnlock(&m, s)
				case 's':
					SendTo(c, s).Send(true)
				case 'p':
					TimeSleep(s, time.Millisecond)
				}
			}
			WaitGroupDone(&wg, s)
		})
	}
	WaitGroupWait(&wg, s)
	var flat []reading
	for _, of := range all {
		flat = append(flat, of...)
	}
	sort.SliceStable(flat, func(i, j int) bool { return flat[i].at.Before(flat[j].at) })
	var b strings.Builder
	for i, r := range flat {
		switch {
		case i == 0:
		case flat[i-1].at.Equal(r.at):
			b.WriteString(" = ")
		default:
			b.WriteString(" < ")
		}
		b.WriteString(r.name)
	}
	return b.String()
}

// newStamping draws a program.
func newStamping(r *rand.Rand) stamping {
	parts := []string{"t", "t", "ltu", "lu", "lut", "s", "p"}
	p := make(stamping, 2+r.IntN(2))
	for i := range p {
		for range 1 + r.IntN(4-len(p)+1) {
			p[i] = append(p[i], parts[r.IntN(len(parts))]...)
		}
	}
	return p
}

// TestStamps: readings that are ordered never show one time, and come in each order that the
// program leaves them. Without that, an exploration notes whether there is more than one; and if
// not, it is as large.
func TestStamps(t *testing.T) {
	s := testSites(t, "x")
	apart := 0
	for seed := range uint64(150) {
		p := newStamping(rand.New(rand.NewPCG(seed, 31)))
		explored := func(ordered bool) (seen map[string]bool, res *checker.Result, met bool) {
			seen = make(map[string]bool)
			last := ""
			x := newExecution(among(Settings{Chance: Chance{OrderStamps: ordered}}), func() { last = p.run(s) })
			defer x.Release()
			res, err := explore.Run(x, checker.Options{Algorithm: "closure", Steps: 1000, OnExecution: func(*checker.Progress) bool {
				seen[last] = true
				return true
			}})
			if err != nil || !res.Exhaustive || len(res.Failures) > 0 {
				t.Fatalf("seed %d: %v, %+v\n%s", seed, err, res, p)
			}
			return seen, res, x.Known.Chance&wire.Stamps != 0
		}
		_, plain, met := explored(false)
		seen, res, _ := explored(true)
		for order := range seen {
			if strings.Contains(order, "=") {
				t.Errorf("seed %d: %s\n%s", seed, order, p)
			}
		}
		if more := res.Executions > plain.Executions; more != met {
			t.Errorf("seed %d: %d executions, and %d where readings are ordered, noted: %t\n%s", seed, plain.Executions, res.Executions, met, p)
		}
		if met {
			apart++
		}
	}
	if apart == 0 || apart == 150 {
		t.Errorf("%d of 150 programs have readings that nothing orders", apart)
	}
}

// TestStampsInEachOrder: three goroutines take the time, one of them twice, in 12 orders.
func TestStampsInEachOrder(t *testing.T) {
	s := testSites(t, "x")
	p := stamping{[]byte("t"), []byte("t"), []byte("tt")}
	seen := make(map[string]bool)
	res := explored(t, Settings{Chance: Chance{OrderStamps: true}}, "closure", func() { seen[p.run(s)] = true })
	if len(seen) != 12 || res.Executions != 12 {
		t.Errorf("%d orders in %d executions: %v", len(seen), res.Executions, seen)
	}
}
