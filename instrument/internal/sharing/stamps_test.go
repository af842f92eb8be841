package sharing

import "testing"

// stampCases has "// stamp" at the readings of the clock that may be compared with those of
// others, and "// else" at those that are not, or with limits only.
const stampCases = `package p

import (
	"fmt"
	"log/slog"
	"math/rand"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type register struct {
	mu    sync.Mutex
	at    time.Time
	nanos int64
	shown time.Time
	until time.Time
	soon  int64
	Made  time.Time
}

func (r *register) set() {
	now := time.Now() // stamp
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.After(r.at) {
		r.at = now
	}
}

func (r *register) setNanos() {
	if now := time.Now().UnixNano(); now > r.nanos { // stamp
		r.nanos = now
	}
}

func (r *register) touch()      { r.at = time.Now() }    // stamp
func (r *register) show()       { r.shown = time.Now() } // else
func (r *register) made()       { r.Made = time.Now() }  // stamp
func (r register) text() string { return r.shown.String() + fmt.Sprint(time.Since(r.shown)) } // else

// What has a time to live.
func (r *register) keep(ttl time.Duration) {
	r.until = time.Now().Add(ttl)             // else
	r.soon = time.Now().Add(ttl).UnixNano()   // else
}
func (r *register) over() bool { return time.Now().After(r.until) } // else
func (r *register) gone() bool {
	now := time.Now().UnixNano() // else
	return r.soon > 0 && now > r.soon
}

type byTime []time.Time

func (b byTime) Len() int           { return len(b) }
func (b byTime) Less(i, j int) bool { return b[i].Before(b[j]) }
func (b byTime) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func now() time.Time { return time.Now() } // stamp

func younger(a, b time.Time) bool { return a.Compare(b) > 0 }
func older(r *register, than time.Time) bool { return r.at.Sub(than) < 0 }
func took(from time.Time) time.Duration      { return time.Since(from) } // else

var (
	last   atomic.Int64
	newest atomic.Value
)

func use(t *testing.T, c chan time.Time, m map[string]time.Time, r *register) {
	var all byTime
	all = append(all, time.Now()) // stamp
	sort.Sort(all)
	c <- time.Now()       // stamp
	m["a"] = time.Now()   // stamp
	all[0] = time.Now()   // stamp
	last.Store(time.Now().UnixNano()) // stamp
	newest.Store(time.Now())          // stamp
	var a time.Time
	go func() { a = time.Now() }() // stamp
	if a.Before(r.at) {
		return
	}
	most := max(last.Load(), time.Now().UTC().UnixNano()) // stamp
	younger(time.Now(), a) // stamp
	older(r, time.Now())   // stamp
	took(time.Now())       // else
	t.Log(time.Now(), most) // else
	fmt.Println("at", time.Now()) // else
	slog.Info("at", "time", time.Now()) // else
	rand.New(rand.NewSource(time.Now().UnixNano())) // else
	_ = time.Now().Format("15:04") // else
	begun := time.Now() // else
	if time.Since(begun) > time.Second { // else
		return
	}
	if time.Now().Sub(r.at) > time.Second { // else
		return
	}
	deadline := time.Now().Add(time.Second) // else
	for time.Now().Before(deadline) { // else
		time.Sleep(time.Millisecond)
	}
	if took := float64(time.Now().UnixNano() - r.nanos); took > 0.5 { // else
		return
	}
	if took := float64(time.Now().UnixNano() - r.nanos); took > 0 { // stamp
		return
	}
	first := time.Now() // stamp
	check := func(b time.Time) bool { return first.Before(b) }
	check(r.at)
}
`

// TestStamps is of which readings of the clock it is said that they are compared with others.
func TestStamps(t *testing.T) { testReadings(t, stampCases, "Stamp", "// stamp") }
