package logged

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestFineInterfaceTime(t *testing.T) {
	var times []time.Time
	var l Logger = slog.New(own{&times})
	from := time.Now()
	time.Sleep(time.Hour / 3600 / 10)
	l.Info("x")
	if d := times[0].Sub(from); d < 90*time.Millisecond || d > 2*time.Second {
		t.Error(d)
	}
}

func TestFineInterfaceTimeText(t *testing.T) {
	var out bytes.Buffer
	var l Logger = slog.New(wrapper{slog.NewTextHandler(&out, nil), nil})
	now := time.Now()
	l.Info("x")
	if !strings.Contains(out.String(), now.Format("time=2006-01-02T15:")) || !strings.Contains(out.String(), "extra=1") {
		t.Error(out.String(), now)
	}
}

func TestFineOwnHandler(t *testing.T) {
	var times []time.Time
	p := &plain{}
	l := slog.New(own{&times})
	both(func() { p.N = 1 }, func() { l.Info("x", "p", p) })
}

func TestFineNestedText(t *testing.T) {
	p := &plain{P: &plain{}}
	l := text()
	both(func() { p.P.N = 1 }, func() { l.Info("x", "p", &nested{p}) })
}

func TestFineErrPlain(t *testing.T) {
	err := errors.New("x")
	l := jsonl()
	both(func() { l.Info("x", "p", err) }, func() { l.Info("x", "p", err) })
}

func TestFineReplaced(t *testing.T) {
	p := &plain{}
	l := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "p" {
			return slog.Int("p", 1)
		}
		return a
	}}))
	both(func() { p.N = 2 }, func() { l.Info("x", "p", p) })
}

func TestFineWithOnce(t *testing.T) {
	p := &plain{}
	l := jsonl().With("p", p)
	both(func() { p.N = 1 }, func() { l.Info("x") })
}

func TestFineSlogPlainText(t *testing.T) {
	s := &plain{P: &plain{}}
	both(func() { s.P.N = 1 }, func() { text().Info("x", "s", s) })
}

func TestFineSlogDisabled(t *testing.T) {
	s := &plain{P: &plain{}}
	both(func() { s.N = 1 }, func() { jsonl().Debug("x", "s", s) })
}
