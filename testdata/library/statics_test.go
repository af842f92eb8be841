package library

import (
	"runtime"
	"sync"
	"testing"
	"weak"
)

// What package variables begin with: memory that the compiler lays out belongs to no bubble of
// testing/synctest, and is never collected; what initialisation makes is an object like any other.

type laid struct {
	n  int
	wg sync.WaitGroup
}

func (l *laid) Wait() { l.wg.Wait() }

type waiter interface{ Wait() }

type layer struct {
	l    *laid
	list []*laid
	arr  [2]laid
	own  []laid
	i    any
	w    waiter
	n    int
	m    map[string]*laid
	c    chan int
}

var layers = len(runtime.GOOS)

func count() int { return layers }

func newLaid() *laid                { return &laid{} }
func newLaidOf(n int) *laid         { return &laid{n: n} }
func newDeep(n int) *laid           { return newLaidOf(n + 1) }
func newTwoSteps() *laid            { l := &laid{}; return l }
func newNew() *laid                 { return new(laid) }
func newNamed() (l *laid)           { return &laid{} }
func newWaiter() waiter             { return &laid{} }
func newVariadic(n ...int) *laid    { return &laid{n: len(n)} }
func newLayer(l *laid) *layer       { return &layer{l: l, own: []laid{{}}} }
func newWithChan(c chan int) *layer { return &layer{c: c, l: &laid{}} }
func newGeneric[T any](T) *laid     { return &laid{} }
func newArray[T any]() *[1]T        { return &[1]T{} }

//go:noinline
func newFar() *laid { return &laid{} }

type factory struct{ n int }

func (factory) make() *laid         { return &laid{} }
func (f *factory) byPointer() *laid { return &laid{n: f.n} }

var (
	laid1                 = &laid{}
	laid2                 = &laid{n: count()}
	laid3                 = newLaid()
	laid4                 = newLaidOf(3)
	laid5                 = newDeep(3)
	laid6                 = newWaiter()
	laid7                 = newVariadic(1, 2)
	laid8                 = newLayer(&laid{})
	laid9                 = newGeneric(3)
	laid10                = newArray[laid]()
	laid11                = []laid{{}, {}}
	laid12                = []*laid{{}, 3: {}}
	laid13                = &layer{l: &laid{}, list: []*laid{{}}, own: []laid{{}}, i: &laid{}, w: newLaid(), n: count()}
	laid14                = layer{l: &laid{}, list: []*laid{{}}, n: count()}
	laid15                = [2]*laid{{}, nil}
	laid16                = func() *laid { return &laid{} }()
	laid17                = any(&laid{})
	laid18         waiter = &laid{}
	laid19                = &[]laid{{}}
	laid20                = (*laid)(&laid{})
	laid21                = laid1
	laid22                = &laid1.wg
	laid23                = factory{}.make()
	laid24                = (&factory{}).byPointer()
	laid25, laid26        = &laid{}, newLaid()
	laid27                = struct{ p *laid }{&laid{}}
	laid28                = &sync.WaitGroup{}
	laid29                = []struct {
		p *laid
		w []sync.WaitGroup
	}{{p: &laid{}, w: []sync.WaitGroup{{}}}}
	laid30 = newWithChan(make(chan int))

	made1  = new(laid)
	made2  = newLaidOf(count())
	made3  = newTwoSteps()
	made4  = newNew()
	made5  = newNamed()
	made6  = newFar()
	made7  = newLayer(newLaid())
	made8  = map[string]*laid{"a": {}}
	made9  = make([]laid, 2)
	made10 = []*laid{{}}[0]
	made11 = &(&laid{}).wg
	made12 = append([]laid{{}}, laid{})
	made13 = []*laid{newLaid(), new(laid)}
	made14 = new(laid{})
	made15 *laid
	made16 = &layer{m: map[string]*laid{"a": {}}}
)

func init() { made15 = &laid{} }

// beyond uses a WaitGroup outside and inside of a bubble at once: only one that belongs to none may
// be.
func beyond(t *testing.T, wg *sync.WaitGroup) {
	wg.Add(1)
	bubble(t, func() { wg.Add(1); wg.Done() })
	wg.Done()
}

func TestOKStaticLaid(t *testing.T) {
	for _, wg := range []*sync.WaitGroup{
		&laid1.wg, &laid2.wg, &laid3.wg, &laid4.wg, &laid5.wg, &laid6.(*laid).wg, &laid7.wg, &laid8.l.wg, &laid8.own[0].wg, &laid9.wg,
		&laid10[0].wg, &laid11[1].wg, &laid12[0].wg, &laid12[3].wg, &laid13.l.wg, &laid13.list[0].wg, &laid13.own[0].wg, &laid13.arr[1].wg,
		&laid13.i.(*laid).wg, &laid13.w.(*laid).wg, &laid14.l.wg, &laid14.list[0].wg, &laid15[0].wg, &laid16.wg, &laid17.(*laid).wg,
		&laid18.(*laid).wg, &(*laid19)[0].wg, &laid20.wg, &laid21.wg, laid22, &laid23.wg, &laid24.wg, &laid25.wg, &laid26.wg, &laid27.p.wg,
		laid28, &laid29[0].p.wg, &laid29[0].w[0], &laid30.l.wg,
	} {
		beyond(t, wg)
	}
}
func TestBugStaticMadeNew(t *testing.T)        { beyond(t, &made1.wg) }
func TestBugStaticMadeCount(t *testing.T)      { beyond(t, &made2.wg) }
func TestBugStaticMadeTwoSteps(t *testing.T)   { beyond(t, &made3.wg) }
func TestBugStaticMadeNewNew(t *testing.T)     { beyond(t, &made4.wg) }
func TestBugStaticMadeNamed(t *testing.T)      { beyond(t, &made5.wg) }
func TestBugStaticMadeFar(t *testing.T)        { beyond(t, &made6.wg) }
func TestBugStaticMadeArgument(t *testing.T)   { beyond(t, &made7.l.wg) }
func TestBugStaticMadeByArgument(t *testing.T) { beyond(t, &made7.own[0].wg) }
func TestBugStaticMadeMap(t *testing.T)        { beyond(t, &made8["a"].wg) }
func TestBugStaticMadeSlice(t *testing.T)      { beyond(t, &made9[1].wg) }
func TestBugStaticMadeIndex(t *testing.T)      { beyond(t, &made10.wg) }
func TestBugStaticMadeField(t *testing.T)      { beyond(t, made11) }
func TestBugStaticMadeAppend(t *testing.T)     { beyond(t, &made12[0].wg) }
func TestBugStaticMadeElement(t *testing.T)    { beyond(t, &made13[1].wg) }
func TestBugStaticMadeNewOf(t *testing.T)      { beyond(t, &made14.wg) }
func TestBugStaticMadeInit(t *testing.T)       { beyond(t, &made15.wg) }
func TestBugStaticMadeMapInside(t *testing.T)  { beyond(t, &made16.m["a"].wg) }

// A table that is kept is static still.
func TestOKStaticAgain(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { laid1.n = 0 })
		wg.Wait()
	}
	beyond(t, &laid1.wg)
}

type warded struct{ a, b [3]int }

var (
	kept1 = &warded{}
	kept2 = &warded{}
	lost1 = new(warded)
)

// Nobody finds memory to be gone that was never got.
func TestOKStaticCleanup(t *testing.T) {
	ran := make(chan int, 1)
	if kept1 == nil {
		return // with -count
	}
	runtime.AddCleanup(kept1, func(int) { ran <- 1 }, 1)
	kept1 = nil
	runtime.GC()
	select {
	case <-ran:
		t.Error("collected")
	default:
	}
}
func TestOKStaticWeak(t *testing.T) {
	if kept2 == nil {
		return // with -count
	}
	w := weak.Make(kept2)
	kept2 = nil
	runtime.GC()
	if w.Value() == nil {
		t.Error("collected")
	}
}
func TestBugStaticWeak(t *testing.T) {
	w := weak.Make(lost1)
	lost1 = nil
	runtime.GC()
	if w.Value() == nil {
		t.Error("collected")
	}
}
