// Package logged gives shared memory to log/slog; the tests of racy_test.go have a race, those of
// quiet_test.go none.
package logged

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"
)

//go:noinline
func use(...any) {}

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

type Logger interface {
	Info(msg string, args ...any)
	With(args ...any) *slog.Logger
}

type plain struct {
	N int
	P *plain
}
type wrapper struct {
	slog.Handler
	n *int
}

func (w wrapper) Handle(ctx context.Context, r slog.Record) error {
	r.AddAttrs(slog.Int("extra", 1))
	return w.Handler.Handle(ctx, r)
}

type own struct{ times *[]time.Time }

func (o own) Enabled(context.Context, slog.Level) bool { return true }
func (o own) Handle(_ context.Context, r slog.Record) error {
	*o.times = append(*o.times, r.Time)
	return nil
}
func (o own) WithAttrs([]slog.Attr) slog.Handler { return o }
func (o own) WithGroup(string) slog.Handler      { return o }

type secret struct{ n int }

func (s *secret) LogValue() slog.Value { return slog.IntValue(s.n) }

type nested struct{ p *plain }

func (s *nested) LogValue() slog.Value { return slog.AnyValue(s.p) }

type stringErr struct{ s *string }

func (e stringErr) Error() string { return *e.s }

func text() *slog.Logger  { return slog.New(slog.NewTextHandler(io.Discard, nil)) }
func jsonl() *slog.Logger { return slog.New(slog.NewJSONHandler(io.Discard, nil)) }

type embeds struct{ *slog.Logger }

type vsecret struct{ n int }

func (s vsecret) LogValue() slog.Value { return slog.IntValue(s.n) }

type marsh struct{ n int }

func (s *marsh) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d", s.n), nil }

type st struct{ n int }

func (s *st) String() string { return fmt.Sprint(s.n) }
