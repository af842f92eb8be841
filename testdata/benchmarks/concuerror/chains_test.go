package concuerror

import "testing"

// Longer chains of goroutines that go on only if another one was first.

func TestSleepingRaces6(t *testing.T) { // 10
	var w, x, y, z variable
	go w.Store(1)
	go x.Store(1)
	go y.Store(1)
	go func() { y.Load(); z.Store(1) }()
	go func() {
		if y.Load() == 1 && z.Load() == 1 && x.Load() == 1 {
			w.Load()
		}
	}()
}

func TestDepend1(t *testing.T) { // 12
	var x, y, z variable
	go z.Store(1)
	go x.Store(1)
	go y.Store(1)
	go func() {
		if x.Load() == 1 {
			loadBoth(&y, &z)
		}
	}()
	go loadBoth(&y, &z)
}

func TestDepend3(t *testing.T) { // 30
	var x, y, z variable
	go z.Store(1)
	go x.Store(1)
	go func() { y.Store(1); y.Store(2) }()
	go func() {
		if x.Load() == 1 {
			loadBoth(&y, &z)
		}
	}()
	go loadBoth(&y, &z)
}

func TestDepend4(t *testing.T) { // 30
	var x, y, z variable
	go z.Store(1)
	go x.Store(1)
	go y.Store(1)
	go func() {
		if x.Load() == 1 {
			loadBoth(&y, &z)
		}
	}()
	go loadBoth(&y, &z)
	go x.Store(2)
}

func TestDepend5(t *testing.T) { // 12
	var x, y, z variable
	go z.Store(1)
	go x.Store(1)
	go func() { y.Store(1); y.Store(2) }()
	go func() {
		if x.Load() == 1 {
			loadBoth(&y, &z)
		}
	}()
	go x.Load()
}

func TestCombinationLock1(t *testing.T) { // 6
	var v, w, x, y, z variable
	var a, b, c, d variable // written once each, for nobody
	go z.Store(1)
	go func() {
		x.Store(1)
		a.Store(1)
		if y.Load() == 1 {
			w.Store(1)
			b.Store(1)
		}
	}()
	go func() {
		if x.Load() == 1 {
			y.Store(1)
			c.Store(1)
			loadBoth(&v, &z)
		}
	}()
	go func() {
		if w.Load() == 1 {
			v.Store(1)
			d.Store(1)
		}
	}()
}

func TestLongChain(t *testing.T) { // 20
	var w, x, y, z, a, b, c variable
	pass := func(from, to *variable) {
		if from.Load() == 1 {
			to.Store(1)
		}
	}
	go func() { x.Store(1); w.Store(1) }()
	go pass(&x, &y)
	go pass(&y, &a)
	go pass(&a, &b)
	go pass(&b, &c)
	go pass(&c, &z)
	go loadBoth(&a, &w)
	go loadBoth(&z, &w)
}
