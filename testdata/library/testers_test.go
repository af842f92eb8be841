package library

import (
	"context"
	"sync"
	"testing"
)

// Types that have some methods of a T by what they embed, and others themselves: what is called is
// what Go calls.

type partly struct {
	*testing.T
	said []string
}

func (o *partly) Errorf(string, ...any) {}

type runner interface {
	Run(string, func(*testing.T)) bool
}
type withExtra interface {
	Log(...any)
	Extra()
}

func (o *partly) Extra() {}

func TestBugTesterOwnLate(t *testing.T) {
	var l logger = &partly{T: t}
	c := make(chan bool)
	go func() { close(c); l.Log("x") }()
	<-c
}
func TestBugTesterExtraLate(t *testing.T) {
	var l withExtra = &partly{T: t}
	c := make(chan bool)
	go func() { close(c); l.Log("x") }()
	<-c
}

type extra struct{ *testing.T }

func (extra) Extra() {}
func TestBugTesterExtraLate2(t *testing.T) {
	var l withExtra = extra{t}
	c := make(chan bool)
	go func() { close(c); l.Log("x") }()
	<-c
}

// the type and value that a generic embeds
type tester1[X any] struct {
	*testing.T
	x X
}

func TestBugTesterGenLate(t *testing.T) {
	var l logger = tester1[int]{t, 1}
	c := make(chan bool)
	go func() { close(c); l.Log("x") }()
	<-c
}
func TestBugTesterOwnRun(t *testing.T) {
	var r runner = &partly{T: t}
	n := 0
	r.Run("a", func(t *testing.T) {
		var wg sync.WaitGroup
		wg.Go(func() { n++ })
		n++
		wg.Wait()
	})
}
func TestOKTesterOwnRun(t *testing.T) {
	var r runner = &partly{T: t}
	n := 0
	if !r.Run("a", func(t *testing.T) { n++ }) || n != 1 {
		t.Error(n)
	}
}
func TestBugTesterGenRun(t *testing.T) {
	var r runner = tester1[string]{T: t}
	n := 0
	r.Run("a", func(t *testing.T) {
		var wg sync.WaitGroup
		wg.Go(func() { n++ })
		n++
		wg.Wait()
	})
}
func TestOKTesterGenRun(t *testing.T) {
	var r runner = &tester1[string]{T: t}
	r.Run("a", func(t *testing.T) { t.Parallel() })
	r.Run("b", func(t *testing.T) { t.Parallel() })
}
func TestOKTesterOwnContext(t *testing.T) {
	var c interface{ Context() context.Context } = &partly{T: t}
	ctx := c.Context()
	t.Cleanup(func() { <-ctx.Done() })
}
func TestOKTesterGenContext(t *testing.T) {
	var c interface{ Context() context.Context } = &tester1[int]{T: t}
	ctx := c.Context()
	go func() { <-ctx.Done() }()
	t.Cleanup(func() { <-ctx.Done() })
}
func TestBugTesterOwnSkipDirect(t *testing.T) {
	o := &partly{T: t}
	c := make(chan bool)
	go func() { close(c); o.Log("x") }()
	<-c
}
func TestBugTesterOwnTBLate(t *testing.T) {
	var l testing.TB = &partly{T: t}
	c := make(chan bool)
	go func() { close(c); l.Log("x") }()
	<-c
}
func TestOKTesterOwnTB(t *testing.T) {
	var l testing.TB = &partly{T: t}
	l.Errorf("not T's")
}
func TestBugTesterOwnTBError(t *testing.T) {
	var l testing.TB = &partly{T: t}
	l.Error("T's")
}
func TestOKTesterOwnTBWaits(t *testing.T) {
	var l testing.TB = &partly{T: t}
	c := make(chan bool)
	go func() { defer close(c); l.Log("x") }()
	<-c
}

type other struct{ *testing.T }

func (other) Context() int { return 1 }
func TestBugTesterOtherLate(t *testing.T) {
	var l logger = other{t}
	c := make(chan bool)
	go func() { close(c); l.Log("x") }()
	<-c
}
func TestBugTesterOtherRun(t *testing.T) {
	var r runner = other{T: t}
	n := 0
	r.Run("a", func(t *testing.T) {
		var wg sync.WaitGroup
		wg.Go(func() { n++ })
		n++
		wg.Wait()
	})
}

type order struct {
	deep2
	*testing.T
}
type deep2 struct{ deep1 }
type deep1 struct{ *partly }

func TestBugTesterOrder(t *testing.T) {
	t.Run("a", func(u *testing.T) {
		var i interface{ Errorf(string, ...any) } = order{deep2{deep1{&partly{T: t}}}, u}
		i.Errorf("x")
	})
}
func TestOKTesterRunLocal(t *testing.T) {
	type loc struct{ *partly }
	var i interface{ Errorf(string, ...any) } = loc{&partly{T: t}}
	i.Errorf("x")
	var u interface{ Errorf(string, ...any) } = struct{ *partly }{&partly{T: t}}
	u.Errorf("x")
}
func TestBugTesterRunLocalLate(t *testing.T) {
	type loc struct{ *partly }
	var l logger = loc{&partly{T: t}}
	c := make(chan bool)
	go func() { close(c); l.Log("x") }()
	<-c
}
