package logged

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"
)

func TestInterface(t *testing.T) {
	p := &plain{}
	var l Logger = jsonl()
	both(func() { p.N = 1 }, func() { l.Info("x", "p", p) })
}

func TestInterfaceWith(t *testing.T) {
	p := &plain{}
	var l Logger = jsonl()
	both(func() { p.N = 1 }, func() { l.With("p", p).Info("x") })
}

func TestWrapper(t *testing.T) {
	p := &plain{}
	l := slog.New(wrapper{text().Handler(), nil})
	both(func() { p.N = 1 }, func() { l.Info("x", "p", p) })
}

func TestOwnHandler(t *testing.T) {
	var times []time.Time
	l := slog.New(own{&times})
	both(func() { l.Info("y") }, func() { l.Info("x") })
}

func TestNested(t *testing.T) {
	p := &plain{P: &plain{}}
	l := jsonl()
	both(func() { p.P.N = 1 }, func() { l.Info("x", "p", &nested{p}) })
}

func TestErr(t *testing.T) {
	s := "a"
	l := jsonl()
	both(func() { s = "b" }, func() { l.Info("x", "p", stringErr{&s}) })
}

func TestSlice(t *testing.T) {
	s := []int{1}
	l := text()
	both(func() { s[0] = 2 }, func() { l.Info("x", "p", s) })
}

func TestGroupValue(t *testing.T) {
	p := &secret{}
	l := text()
	both(func() { p.n = 2 }, func() { l.Info("x", slog.Group("g", slog.Group("h", "p", p))) })
}

func TestWithGroup(t *testing.T) {
	p := &plain{}
	l := jsonl()
	both(func() { p.N = 1 }, func() { l.WithGroup("g").With("p", p).Info("x") })
}

func TestHandleDirect(t *testing.T) {
	p := &plain{}
	h := slog.NewJSONHandler(io.Discard, nil)
	both(func() { p.N = 1 }, func() {
		r := slog.NewRecord(time.Now(), slog.LevelInfo, "x", 0)
		r.Add("p", p)
		h.Handle(context.Background(), r)
	})
}

func TestPackageWith(t *testing.T) {
	p := &plain{}
	both(func() { p.N = 1 }, func() { slog.With("p", p).Info("x") })
}

func TestEmbeds(t *testing.T) {
	p := &plain{}
	e := embeds{text()}
	both(func() { p.N = 1 }, func() { e.Info("x", "p", p) })
}

func TestTime(t *testing.T) {
	p := &time.Time{}
	both(func() { *p = time.Unix(1, 0) }, func() { text().Info("x", "p", p) })
}

func TestSlogValuer(t *testing.T) {
	s := &secret{}
	both(func() { s.n = 1 }, func() { text().Info("x", "s", s) })
}

func TestSlogValuerByValue(t *testing.T) {
	s := &vsecret{}
	both(func() { s.n = 1 }, func() { text().Info("x", "s", s) })
}

func TestSlogJSON(t *testing.T) {
	s := &marsh{}
	both(func() { s.n = 1 }, func() { jsonl().Info("x", "s", s) })
}

func TestSlogPlainText(t *testing.T) {
	s := &plain{}
	both(func() { s.N = 1 }, func() { text().Info("x", "s", s) })
}

func TestSlogPlainJSON(t *testing.T) {
	s := &plain{P: &plain{}}
	both(func() { s.P.N = 1 }, func() { jsonl().Info("x", "s", s) })
}

func TestSlogStringer(t *testing.T) {
	s := &st{}
	both(func() { s.n = 1 }, func() { text().Info("x", slog.Any("s", s)) })
}

func TestSlogWith(t *testing.T) {
	s := &plain{}
	l := jsonl()
	both(func() { s.N = 1 }, func() { l.With("s", s).Info("x") })
}

func TestSlogGroup(t *testing.T) {
	s := &plain{}
	l := jsonl()
	both(func() { s.N = 1 }, func() { l.Info("x", slog.Group("g", "s", s)) })
}

func TestSlogMap(t *testing.T) {
	s := map[string]int{}
	l := jsonl()
	both(func() { s["a"] = 1 }, func() { l.LogAttrs(context.Background(), slog.LevelInfo, "x", slog.Any("g", s)) })
}

func TestSlogBytes(t *testing.T) {
	s := []byte("abc")
	l := text()
	both(func() { s[0] = 1 }, func() { l.Info("x", "b", s) })
}

func TestSlogPkgLevel(t *testing.T) {
	s := &plain{}
	slog.SetDefault(jsonl())
	both(func() { s.N = 1 }, func() { slog.Info("x", "b", s) })
}

func TestSlogDefault(t *testing.T) {
	s := &plain{}
	both(func() { s.N = 1 }, func() { slog.Info("x", "b", s) })
}
