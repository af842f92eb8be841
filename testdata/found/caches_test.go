package found

import (
	"testing"
	"time"

	"github.com/alexedwards/scs/v2/memstore"
	"github.com/bluele/gcache"
	"github.com/dgraph-io/ristretto/v2"
	"github.com/jellydator/ttlcache/v3"
	"github.com/muesli/cache2go"
	"github.com/ulule/limiter/v3"
	"github.com/ulule/limiter/v3/drivers/store/memory"
)

// TestCache2goDelete: github.com/muesli/cache2go. Delete gives up the lock for the callbacks, and
// removes by key afterwards: what was added in between goes. Not found in its tracker.
func TestCache2goDelete(t *testing.T) {
	table := cache2go.Cache("t")
	table.Add("k", 0, 1)
	added := make(chan bool)
	go func() { table.Add("k", 0, 2); close(added) }()
	old, err := table.Delete("k")
	<-added
	if err == nil && old.Data() == 1 && !table.Exists("k") {
		t.Error("Delete has returned the first value, and the second one is gone")
	}
}

// TestCache2goExpire: github.com/muesli/cache2go. The same in the check for what has expired. Not
// found in its tracker.
func TestCache2goExpire(t *testing.T) {
	table := cache2go.Cache("t3")
	table.Add("k", 10*time.Millisecond, 1)
	go func() { time.Sleep(10 * time.Millisecond); table.Add("k", time.Hour, 2) }()
	time.Sleep(20 * time.Millisecond)
	if !table.Exists("k") {
		t.Error("what was added for an hour is gone at once")
	}
}

// TestGcacheLoad: github.com/bluele/gcache. A loader that began before Set ends after it and
// overwrites the newer value. Not found in its tracker.
func TestGcacheLoad(t *testing.T) {
	c := gcache.New(10).Simple().LoaderFunc(func(any) (any, error) { return "loaded", nil }).Build()
	done := make(chan bool)
	go func() { c.Get("k"); close(done) }()
	c.Set("k", "set")
	<-done
	if v, _ := c.GetIFPresent("k"); v != "set" {
		t.Errorf("set, and it is %v", v)
	}
}

// TestRistrettoClose: github.com/dgraph-io/ristretto/v2. Set looks whether the cache is closed and
// then sends, while Close closes the channel: a panic. Not found in its tracker.
func TestRistrettoClose(t *testing.T) {
	c, err := ristretto.NewCache(&ristretto.Config[string, int]{NumCounters: 10, MaxCost: 10, BufferItems: 4})
	if err != nil {
		t.Fatal(err)
	}
	go c.Set("a", 1, 1)
	c.Close()
}

// TestTTLCacheStop: github.com/jellydator/ttlcache/v3. Stop before Start has come far enough (go
// cache.Start(), as documented) does nothing: the goroutine runs for ever. Not found in its
// tracker.
func TestTTLCacheStop(t *testing.T) {
	c := ttlcache.New[string, int](ttlcache.WithTTL[string, int](time.Hour))
	over := make(chan bool)
	go func() { c.Start(); close(over) }()
	c.Stop()
	select {
	case <-over:
	case <-time.After(5 * time.Second):
		t.Error("long after Stop it still runs")
	}
}

// TestTTLCacheRangeMiss: github.com/jellydator/ttlcache/v3. Range gives up the lock for its
// callback. If the present element is deleted meanwhile, the rest is left out. Known for Set and
// Touch: issue 205.
func TestTTLCacheRangeMiss(t *testing.T) {
	c := ttlcache.New[string, int]()
	c.Set("a", 1, ttlcache.NoTTL)
	c.Set("b", 1, ttlcache.NoTTL)
	go c.Delete("b")
	seen := false
	c.Range(func(i *ttlcache.Item[string, int]) bool { seen = seen || i.Key() == "a"; return true })
	if !seen {
		t.Error("a was always there, and Range has not seen it")
	}
}

// TestScsStopCleanup: github.com/alexedwards/scs/v2. New starts a goroutine that makes the channel
// by which StopCleanup stops it. A StopCleanup that comes before that does nothing. Known: pull
// request 250, which is in no release yet.
func TestScsStopCleanup(t *testing.T) {
	m := memstore.New()
	m.StopCleanup()
}

// TestLimiterClean: github.com/ulule/limiter/v3. The cleaner deletes a counter that had expired
// when it looked, though it counts again: more is allowed than the limit. Not found in its
// tracker.
func TestLimiterClean(t *testing.T) {
	l := limiter.New(memory.NewStoreWithOptions(limiter.StoreOptions{Prefix: "l", CleanUpInterval: 20 * time.Millisecond}), limiter.Rate{Period: 10 * time.Millisecond, Limit: 1})
	l.Get(t.Context(), "k")
	time.Sleep(20 * time.Millisecond)
	a, _ := l.Get(t.Context(), "k")
	b, _ := l.Get(t.Context(), "k")
	if !a.Reached && !b.Reached {
		t.Error("one in 10 ms is allowed, and two were")
	}
}
