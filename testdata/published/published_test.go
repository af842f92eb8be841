package published

import (
	"container/list"
	"container/ring"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/Workiva/go-datastructures/queue"
	"github.com/alphadose/haxmap"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/maypok86/otter/v2"
	cmap "github.com/orcaman/concurrent-map/v2"
	"github.com/patrickmn/go-cache"
	"github.com/puzpuzpuz/xsync/v4"
	"github.com/tidwall/btree"
	uber "go.uber.org/atomic"
	"golang.org/x/sync/semaphore"

	"gocheck.dev/linear"
)

func TestSyncMap(t *testing.T) {
	linear.Check(t, func() *sync.Map { return new(sync.Map) },
		linear.Op("Load", (*sync.Map).Load, "a", "b"),
		linear.Op("LoadOrStore", (*sync.Map).LoadOrStore, "a", "b", 1, 2),
		linear.Op("LoadAndDelete", (*sync.Map).LoadAndDelete, "a", "b"))
}

func TestSyncMapSwap(t *testing.T) {
	linear.Check(t, func() *sync.Map { return new(sync.Map) },
		linear.Op("Swap", (*sync.Map).Swap, "a"),
		linear.Op("CompareAndSwap", (*sync.Map).CompareAndSwap, "a"),
		linear.Op("CompareAndDelete", (*sync.Map).CompareAndDelete, "a"))
}

func TestAtomicValue(t *testing.T) {
	linear.Check(t, func() *atomic.Value { return new(atomic.Value) },
		linear.Op("Load", (*atomic.Value).Load),
		linear.Op("Store", (*atomic.Value).Store, 1, 2),
		linear.Op("Swap", (*atomic.Value).Swap, 1, 2))
}

type locked[T any] struct {
	mu sync.Mutex
	of T
}

func TestListWithLock(t *testing.T) {
	linear.Check(t, func() *locked[*list.List] { return &locked[*list.List]{of: list.New()} },
		linear.Op("PushBack", func(l *locked[*list.List], v int) { l.mu.Lock(); defer l.mu.Unlock(); l.of.PushBack(v) }),
		linear.Op("PushFront", func(l *locked[*list.List], v int) { l.mu.Lock(); defer l.mu.Unlock(); l.of.PushFront(v) }),
		linear.Op("PopFront", func(l *locked[*list.List]) any {
			l.mu.Lock()
			defer l.mu.Unlock()
			if e := l.of.Front(); e != nil {
				return l.of.Remove(e)
			}
			return nil
		}))
}

func TestRingWithLock(t *testing.T) {
	linear.Check(t, func() *locked[*ring.Ring] { return &locked[*ring.Ring]{of: ring.New(2)} },
		linear.Op("Put", func(l *locked[*ring.Ring], v int) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.of.Value = v
			l.of = l.of.Next()
		}),
		linear.Op("Oldest", func(l *locked[*ring.Ring]) any { l.mu.Lock(); defer l.mu.Unlock(); return l.of.Value }))
}

func TestChannel(t *testing.T) {
	linear.Check(t, func() chan int { return make(chan int, 2) },
		linear.Op("Send", func(c chan int, v int) { c <- v }).Blocking(),
		linear.Op("Receive", func(c chan int) int { return <-c }).Blocking(),
		linear.Op("Len", func(c chan int) int { return len(c) }))
}

func TestXsyncMap(t *testing.T) {
	type Map = xsync.Map[string, int]
	linear.Check(t, func() *Map { return xsync.NewMap[string, int]() },
		linear.Op("Load", (*Map).Load, "a"),
		linear.Op("LoadOrStore", (*Map).LoadOrStore, "a", 1, 2),
		linear.Op("LoadAndDelete", (*Map).LoadAndDelete, "a"))
}

func TestXsyncMapSize(t *testing.T) {
	type Map = xsync.Map[string, int]
	linear.Check(t, func() *Map { return xsync.NewMap[string, int]() },
		linear.Op("Store", (*Map).Store, "a", "b", 1),
		linear.Op("Delete", (*Map).Delete, "a", "b"),
		linear.Op("Size", (*Map).Size))
}

func TestXsyncMPMCQueue(t *testing.T) {
	type Queue = xsync.MPMCQueue[int]
	linear.Check(t, func() *Queue { return xsync.NewMPMCQueue[int](2) },
		linear.Op("TryEnqueue", (*Queue).TryEnqueue),
		linear.Op("TryDequeue", (*Queue).TryDequeue))
}

func TestXsyncCounter(t *testing.T) {
	linear.Check(t, xsync.NewCounter,
		linear.Op("Inc", (*xsync.Counter).Inc),
		linear.Op("Value", (*xsync.Counter).Value))
}

func TestHaxmap(t *testing.T) {
	type Map = haxmap.Map[string, int]
	linear.Check(t, func() *Map { return haxmap.New[string, int]() },
		linear.Op("Get", (*Map).Get, "a"),
		linear.Op("Set", (*Map).Set, "a", 1, 2),
		linear.Op("GetAndDel", (*Map).GetAndDel, "a"))
}

func TestHaxmapGetOrSet(t *testing.T) {
	type Map = haxmap.Map[string, int]
	linear.Check(t, func() *Map { return haxmap.New[string, int]() },
		linear.Op("Get", (*Map).Get, "a"),
		linear.Op("GetOrSet", (*Map).GetOrSet, "a", 1, 2))
}

func TestConcurrentMap(t *testing.T) {
	type Map = cmap.ConcurrentMap[string, int]
	linear.Check(t, cmap.New[int],
		linear.Op("Get", Map.Get, "a"),
		linear.Op("Set", Map.Set, "a", 1, 2),
		linear.Op("SetIfAbsent", Map.SetIfAbsent, "a", 1, 2),
		linear.Op("Pop", Map.Pop, "a"))
}

func TestConcurrentMapCount(t *testing.T) {
	type Map = cmap.ConcurrentMap[string, int]
	linear.Check(t, cmap.New[int],
		linear.Op("Set", Map.Set, "a", "b", 1),
		linear.Op("Remove", Map.Remove, "a", "b"),
		linear.Op("Count", Map.Count))
}

func newLRU() *lru.Cache[string, int] {
	c, err := lru.New[string, int](2)
	if err != nil {
		panic(err)
	}
	return c
}

func TestLRU(t *testing.T) {
	type Cache = lru.Cache[string, int]
	linear.Check(t, newLRU,
		linear.Op("Add", (*Cache).Add, "a", "b", "c", 1),
		linear.Op("Get", (*Cache).Get, "a", "b"),
		linear.Op("Len", (*Cache).Len))
}

func TestLRUContainsOrAdd(t *testing.T) {
	type Cache = lru.Cache[string, int]
	linear.Check(t, newLRU,
		linear.Op("ContainsOrAdd", (*Cache).ContainsOrAdd, "a", 1, 2),
		linear.Op("Remove", (*Cache).Remove, "a"),
		linear.Op("Peek", (*Cache).Peek, "a"))
}

func TestTwoQueue(t *testing.T) {
	type Cache = lru.TwoQueueCache[string, int]
	linear.Check(t, func() *Cache {
		c, err := lru.New2Q[string, int](2)
		if err != nil {
			panic(err)
		}
		return c
	},
		linear.Op("Add", (*Cache).Add, "a", "b", "c", 1),
		linear.Op("Get", (*Cache).Get, "a", "b"),
		linear.Op("Remove", (*Cache).Remove, "a"),
		linear.Op("Len", (*Cache).Len))
}

// rank is an item of a PriorityQueue.
type rank int

func (r rank) Compare(o queue.Item) int { return int(r) - int(o.(rank)) }

func TestPriorityQueue(t *testing.T) {
	type Queue = queue.PriorityQueue
	linear.Check(t, func() *Queue { return queue.NewPriorityQueue(2, true) },
		linear.Op("Put", func(q *Queue, r rank) error { return q.Put(r) }, rank(1), rank(2)),
		linear.Op("Peek", (*Queue).Peek),
		linear.Op("Len", (*Queue).Len))
}

func TestGoCache(t *testing.T) {
	linear.Check(t, func() *cache.Cache { return cache.New(cache.NoExpiration, 0) },
		linear.Op("Add", func(c *cache.Cache, v int) error { return c.Add("a", v, 0) }),
		linear.Op("Get", (*cache.Cache).Get, "a"),
		linear.Op("Delete", (*cache.Cache).Delete, "a"))
}

func TestBTree(t *testing.T) {
	type Tree = btree.BTreeG[int]
	linear.Check(t, func() *Tree { return btree.NewBTreeG(func(a, b int) bool { return a < b }) },
		linear.Op("Set", (*Tree).Set),
		linear.Op("Get", (*Tree).Get),
		linear.Op("Delete", (*Tree).Delete))
}

func TestBTreeLen(t *testing.T) {
	type Tree = btree.BTreeG[int]
	linear.Check(t, func() *Tree { return btree.NewBTreeG(func(a, b int) bool { return a < b }) },
		linear.Op("Set", (*Tree).Set),
		linear.Op("Len", (*Tree).Len))
}

func TestRingBuffer(t *testing.T) {
	type Ring = queue.RingBuffer
	linear.Check(t, func() *Ring { return queue.NewRingBuffer(2) },
		linear.Op("Offer", (*Ring).Offer, 1, 2),
		linear.Op("Len", (*Ring).Len))
}

func TestWorkivaQueue(t *testing.T) {
	linear.Check(t, func() *queue.Queue { return queue.New(2) },
		linear.Op("Put", func(q *queue.Queue, v int) error { return q.Put(v) }),
		linear.Op("Peek", (*queue.Queue).Peek),
		linear.Op("Len", (*queue.Queue).Len))
}

func TestOtter(t *testing.T) {
	type Cache = otter.Cache[string, int]
	linear.Check(t, func() *Cache { return otter.Must(&otter.Options[string, int]{}) },
		linear.Op("GetIfPresent", (*Cache).GetIfPresent, "a"),
		linear.Op("SetIfAbsent", (*Cache).SetIfAbsent, "a", 1, 2),
		linear.Op("Invalidate", (*Cache).Invalidate, "a"))
}

func TestSemaphore(t *testing.T) {
	linear.Check(t, func() *semaphore.Weighted { return semaphore.NewWeighted(1) },
		linear.Op("TryAcquire", (*semaphore.Weighted).TryAcquire, int64(1)),
		linear.Op("Release", (*semaphore.Weighted).Release, int64(1)))
}

func TestUberAtomic(t *testing.T) {
	linear.Check(t, func() *uber.String { return uber.NewString("") },
		linear.Op("Load", (*uber.String).Load),
		linear.Op("Store", (*uber.String).Store),
		linear.Op("CompareAndSwap", (*uber.String).CompareAndSwap))
}
