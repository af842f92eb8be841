package runtime

import (
	"cmp"
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/pools"
)

// With PoolsAny a Get returns any object that lies in the pool, or none: that is a choice,
// of what the Puts before it have put there. A Put happens before the Get that returns its
// object. No other order comes of a pool, so the variable that stands for what lies there
// is a silent one: Puts add to it, Gets read it. Puts commute.
//
// A Get looks, chooses and takes, three steps. What it has chosen another one may have taken
// meanwhile: then it returns none, which is always right. Nothing is missed by that, for the
// three steps may also come in one go.

// anyPool is what lies in a pool.
type anyPool struct {
	obj   checker.Object
	known bool // that is
	all   []*poolItem
	puts  map[*task]int
}

// poolItem is an object that was put, which somebody may have taken.
type poolItem struct {
	value  any
	by     *task // the task that has put it there
	nth    int   // of its Puts
	before *poolItem
	taker  *task
	word   uint32 // 1: it lies there, 2: it was taken
}

// anyPoolShadow is one operation on the variable: of a Put, or of a Get that looks.
type anyPoolShadow struct {
	pool *anyPool
	put  *poolItem   // nil: a Get
	seen []*poolItem // by a Get
}

func (*anyPoolShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.VarObject, Silent: true}
}

func (*anyPoolShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (s *anyPoolShadow) perform(_ *task, ev *checker.Event) {
	if s.put != nil {
		s.pool.all = append(s.pool.all, s.put)
	} else {
		s.seen = slices.Clone(s.pool.all)
	}
	ev.Val = uint64(len(s.pool.all))
}

// uses announces a Put or a Get, unless nobody is there to whom it could matter.
func (p *anyPool) uses(t *task, kind checker.Kind, s Site, sh *anyPoolShadow) {
	if t.x.alone {
		sh.perform(t, &checker.Event{})
		return
	}
	if !p.known {
		p.obj, p.known = t.x.add(sh), true
	}
	t.use(kind, p.obj, 0, s, sh)
}

func anyPoolAt(p unsafe.Pointer) *anyPool {
	return Kept(p, func() any { return &anyPool{puts: map[*task]int{}} }).(*anyPool)
}

// PoolPutAny is a Put of x into the pool at p, with PoolsAny.
func PoolPutAny(p unsafe.Pointer, s Site, x any) {
	t, pool := current(), anyPoolAt(p)
	pool.puts[t]++
	item := &poolItem{value: x, by: t, nth: pool.puts[t]}
	for _, old := range pool.all {
		if old.taker == t && pools.Same(old.value, x) && !slices.ContainsFunc(pool.all, func(i *poolItem) bool { return i.before == old }) {
			item.before = old
		}
	}
	kind := checker.Write
	t.x.Known.Commutes = true
	if t.x.Commute {
		kind = checker.Inc
	}
	if t.x.alone {
		item.word = 1
	} else {
		StoreWord(s, &item.word, 1) // what its taker comes after
	}
	pool.uses(t, kind, s, &anyPoolShadow{pool: pool, put: item})
}

// PoolGetAny is a Get of what lies in the pool at p, with PoolsAny; false: of nothing.
func PoolGetAny(p unsafe.Pointer, s Site) (x any, ok bool) {
	t, pool := current(), anyPoolAt(p)
	look := &anyPoolShadow{pool: pool}
	pool.uses(t, checker.Read, s, look)
	there := t.candidates(look.seen)
	if len(there) == 0 {
		return nil, false
	}
	AtCaller()
	i := Choose(s, len(there)+1)
	if i == len(there) {
		return nil, false
	}
	item := there[i]
	if t.x.alone {
		item.word = 2
	} else if !CASWord(s, &item.word, 1, 2) {
		return nil, false
	}
	item.taker = t
	return item.value, true
}

// candidates are those of what a Get has seen that may lie there still, as far as that is
// known to t: it depends on the trace alone, and so does their order.
func (t *task) candidates(seen []*poolItem) []*poolItem {
	there := slices.DeleteFunc(slices.Clone(seen), func(i *poolItem) bool {
		return i.taker == t || slices.ContainsFunc(seen, func(later *poolItem) bool { return later.before == i })
	})
	t.telling(slices.ContainsFunc(there, func(i *poolItem) bool { return i.by != there[0].by }))
	slices.SortFunc(there, func(a, b *poolItem) int {
		return cmp.Or(slices.Compare(a.by.path(), b.by.path()), b.nth-a.nth)
	})
	return there
}

// path is the task's name as numbers: a creator's comes before those of what it creates.
func (t *task) path() []int {
	if t.parent == nil {
		return []int{int(t.id)}
	}
	return append(t.parent.path(), t.nth)
}
