package logs

import (
	"context"
	"log/slog"

	rt "gocheck.dev/runtime"
)

// The methods of a slog.Logger behind an interface (see runtime.Adapt).

func init() {
	rt.AdaptTo(func(x any, s rt.Site) any {
		if l, ok := x.(*slog.Logger); ok {
			return loggerMethods{l, s}
		}
		return nil
	})
}

type loggerMethods struct {
	l *slog.Logger
	s rt.Site
}

func (a loggerMethods) With(args ...any) *slog.Logger { return SlogLoggerWith(a.l, a.s, args...) }
func (a loggerMethods) Debug(msg string, args ...any) { SlogLoggerDebug(a.l, a.s, msg, args...) }
func (a loggerMethods) Info(msg string, args ...any)  { SlogLoggerInfo(a.l, a.s, msg, args...) }
func (a loggerMethods) Warn(msg string, args ...any)  { SlogLoggerWarn(a.l, a.s, msg, args...) }
func (a loggerMethods) Error(msg string, args ...any) { SlogLoggerError(a.l, a.s, msg, args...) }
func (a loggerMethods) DebugContext(ctx context.Context, msg string, args ...any) {
	SlogLoggerDebugContext(a.l, a.s, ctx, msg, args...)
}
func (a loggerMethods) InfoContext(ctx context.Context, msg string, args ...any) {
	SlogLoggerInfoContext(a.l, a.s, ctx, msg, args...)
}
func (a loggerMethods) WarnContext(ctx context.Context, msg string, args ...any) {
	SlogLoggerWarnContext(a.l, a.s, ctx, msg, args...)
}
func (a loggerMethods) ErrorContext(ctx context.Context, msg string, args ...any) {
	SlogLoggerErrorContext(a.l, a.s, ctx, msg, args...)
}
func (a loggerMethods) Log(ctx context.Context, level slog.Level, msg string, args ...any) {
	SlogLoggerLog(a.l, a.s, ctx, level, msg, args...)
}
func (a loggerMethods) LogAttrs(ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
	SlogLoggerLogAttrs(a.l, a.s, ctx, level, msg, attrs...)
}
