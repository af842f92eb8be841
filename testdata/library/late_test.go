package library

import (
	"io"
	"sync"
	"testing"
)

// A goroutine that uses the T of a test when that is over, in some orders, by what embeds the T.
type (
	tester struct{ *testing.T }
	logger interface{ Log(...any) }
)

func TestOKLateWaited(t *testing.T) {
	var l logger = tester{t}
	var wg sync.WaitGroup
	wg.Go(func() { l.Log("x") })
	wg.Wait()
}

func TestBugLateOutput(t *testing.T) {
	var l interface{ Output() io.Writer } = tester{t}
	done := make(chan bool)
	go func() { close(done); _, _ = io.WriteString(l.Output(), "x\n") }()
	<-done
}

func TestBugLateDeep(t *testing.T) {
	type deep struct{ tester }
	var l logger = deep{tester{t}}
	done := make(chan bool)
	go func() { close(done); l.Log("x") }()
	<-done
}

// Its own method counts, not that of the T.
type own struct{ *testing.T }

func (own) Log(...any) {}

func TestOKLateOwn(t *testing.T) {
	var l logger = own{t}
	done := make(chan bool)
	go func() { close(done); l.Log("x") }()
	<-done
}

func TestBugLateDirect(t *testing.T) {
	done := make(chan bool)
	go func() { close(done); t.Log("x") }()
	<-done
}

func TestBugLateDirectFail(t *testing.T) {
	done := make(chan bool)
	go func() { close(done); t.Fail() }()
	<-done
}

func TestBugLateTB(t *testing.T) {
	var tb testing.TB = t
	done := make(chan bool)
	go func() { close(done); tb.Log("x") }()
	<-done
}

func TestBugLateOwn(t *testing.T) {
	var tb logger = t
	done := make(chan bool)
	go func() { close(done); tb.Log("x") }()
	<-done
}

func TestBugLateEmbedDirect(t *testing.T) {
	l := tester{t}
	done := make(chan bool)
	go func() { close(done); l.Log("x") }()
	<-done
}

func TestBugLateEmbed(t *testing.T) {
	var l logger = tester{t}
	done := make(chan bool)
	go func() { close(done); l.Log("x") }()
	<-done
}

func TestBugLateEmbedPtr(t *testing.T) {
	var l logger = &tester{t}
	done := make(chan bool)
	go func() { close(done); l.Log("x") }()
	<-done
}

func TestBugLateEmbedErrorf(t *testing.T) {
	var l interface{ Errorf(string, ...any) } = &tester{t}
	done := make(chan bool)
	go func() { close(done); l.Errorf("x") }()
	<-done
}

func TestBugLateEmbedFail(t *testing.T) {
	var l interface{ Fail() } = &tester{t}
	done := make(chan bool)
	go func() { close(done); l.Fail() }()
	<-done
}

func TestBugLateEmbedTB(t *testing.T) {
	var l logger = struct{ testing.TB }{t}
	done := make(chan bool)
	go func() { close(done); l.Log("x") }()
	<-done
}

func TestBugLateMethodValue(t *testing.T) {
	var l logger = tester{t}
	f := l.Log
	done := make(chan bool)
	go func() { close(done); f("x") }()
	<-done
}

func TestBugLateMethodExpr(t *testing.T) {
	f := (*testing.T).Log
	done := make(chan bool)
	go func() { close(done); f(t, "x") }()
	<-done
}

func logs[L logger](l L, done chan bool) { close(done); l.Log("x") }

func TestBugLateParameter(t *testing.T) {
	done := make(chan bool)
	go logs(t, done)
	<-done
}

func TestBugLateParameterEmbed(t *testing.T) {
	done := make(chan bool)
	go logs(tester{t}, done)
	<-done
}

func TestOKLateParameterOwn(t *testing.T) {
	done := make(chan bool)
	go logs(own{t}, done)
	<-done
}

// A suite of a package that knows no T but by its constraint.
type suite[T interface {
	Errorf(string, ...any)
	FailNow()
}] struct{ t T }

func (s *suite[T]) requires(ok bool) {
	if !ok {
		s.t.Errorf("not so")
		s.t.FailNow()
	}
}

func TestBugLateParameterField(t *testing.T) {
	s := &suite[*testing.T]{t}
	done := make(chan bool)
	go func() { close(done); s.requires(false) }()
	<-done
}

func TestBugLateParameterValue(t *testing.T) {
	done := make(chan bool)
	go later(t, done)
	<-done
}

func later[L logger](l L, done chan bool) {
	f := l.Log
	close(done)
	f("x")
}

func TestBugLateParameterExpr(t *testing.T) {
	done := make(chan bool)
	go func() { close(done); logger.Log(t, "x") }()
	<-done
}
