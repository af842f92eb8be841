package chance

import (
	"math/rand"
	randv2 "math/rand/v2"
	"sync"
	"testing"
	"time"
)

// One request in some is logged, under the lock that the log takes.
//
// want: deadlock
func TestSampledLogBuggy(t *testing.T) {
	var mu sync.Mutex
	sampled(&mu, func() {
		mu.Lock()
		mu.Unlock()
	})
}

func TestSampledLogFixed(t *testing.T) {
	var mu sync.Mutex
	sampled(&mu, func() {})
}

func sampled(mu *sync.Mutex, log func()) {
	mu.Lock()
	defer mu.Unlock()
	if rand.Float64() < 0.01 {
		log()
	}
}

// Of two shards that are drawn both may be the same one.
//
// want: deadlock
func TestTwoShardsBuggy(t *testing.T) {
	twoShards(func(a, b int) bool { return true })
}

func TestTwoShardsFixed(t *testing.T) {
	twoShards(func(a, b int) bool { return a != b })
}

func twoShards(second func(a, b int) bool) {
	var shards [4]sync.Mutex
	a, b := randv2.IntN(4), randv2.IntN(4)
	shards[a].Lock()
	defer shards[a].Unlock()
	if second(a, b) {
		shards[b].Lock()
		defer shards[b].Unlock()
	}
}

// Locks are taken in the order of a permutation.
//
// want: deadlock
func TestShuffledLocksBuggy(t *testing.T) {
	shuffled(func(order []int) []int { return order })
}

func TestShuffledLocksFixed(t *testing.T) {
	shuffled(func([]int) []int { return []int{0, 1} })
}

func shuffled(sorted func([]int) []int) {
	var locks [2]sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for _, i := range sorted(rand.Perm(2)) {
				locks[i].Lock()
				defer locks[i].Unlock()
			}
		})
	}
	wg.Wait()
}

// Of two candidates each waits for some time that is drawn: both may come at once.
//
// want: fatal
func TestElectionBuggy(t *testing.T) {
	election(t, func(mu *sync.Mutex, leaders *int) {
		mu.Lock()
		free := *leaders == 0
		mu.Unlock()
		if free {
			mu.Lock()
			*leaders++
			mu.Unlock()
		}
	})
}

func TestElectionFixed(t *testing.T) {
	election(t, func(mu *sync.Mutex, leaders *int) {
		mu.Lock()
		defer mu.Unlock()
		if *leaders == 0 {
			*leaders++
		}
	})
}

func election(t *testing.T, stand func(*sync.Mutex, *int)) {
	var mu sync.Mutex
	leaders := 0
	var wg sync.WaitGroup
	for range 2 {
		wait := time.Duration(1+rand.Intn(4)) * time.Second
		wg.Go(func() {
			time.Sleep(wait)
			stand(&mu, &leaders)
		})
	}
	wg.Wait()
	if leaders != 1 {
		t.Errorf("%d leaders", leaders)
	}
}

// What a full cache throws out is the first of what a loop finds: it may be what has just come.
//
// want: fatal
func TestEvictionBuggy(t *testing.T) { evict(t, func(string) bool { return true }) }

func TestEvictionFixed(t *testing.T) { evict(t, func(key string) bool { return key != "new" }) }

func evict(t *testing.T, may func(string) bool) {
	cache := map[string]int{"a": 1, "b": 2, "new": 3}
	for key := range cache {
		if may(key) {
			delete(cache, key)
			break
		}
	}
	if _, ok := cache["new"]; !ok {
		t.Error("what has just come was thrown out")
	}
}

// A name that is drawn from many is taken for one that nobody else has.
//
// want: fatal
func TestUniqueNameBuggy(t *testing.T) { names(t, func(taken bool) bool { return false }) }

func TestUniqueNameFixed(t *testing.T) { names(t, func(taken bool) bool { return taken }) }

func names(t *testing.T, again func(taken bool) bool) {
	used := map[int]bool{}
	for range 3 {
		name := rand.Intn(8)
		if again(used[name]) {
			for used[name] {
				name++
			}
		}
		used[name] = true
	}
	if len(used) != 3 {
		t.Errorf("%d names for 3", len(used))
	}
}
