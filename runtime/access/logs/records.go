package logs

import (
	"context"
	"log/slog"
	"runtime"

	rt "gocheck.dev/runtime"
)

// Functions and methods of log/slog that make a record: the time in it is virtual.

// record makes one, for the caller of the entry point, and has it handled.
func record(ctx context.Context, l *slog.Logger, s rt.Site, level slog.Level, msg string, add func(*slog.Record)) {
	if ctx == nil {
		ctx = context.Background()
	}
	looksAtLevel(l.Handler(), s)
	if !l.Enabled(ctx, level) {
		return
	}
	const caller = 4 // after Callers, record, withArgs or withAttrs, the entry point
	var pc [1]uintptr
	runtime.Callers(caller, pc[:])
	r := slog.NewRecord(rt.TimeNow(s), level, msg, pc[0])
	add(&r)
	_ = handle(ctx, l.Handler(), s, r)
}

func withArgs(ctx context.Context, l *slog.Logger, s rt.Site, level slog.Level, msg string, args []any) {
	record(ctx, l, s, level, msg, func(r *slog.Record) { r.Add(args...) })
}

func withAttrs(ctx context.Context, l *slog.Logger, s rt.Site, level slog.Level, msg string, attrs []slog.Attr) {
	record(ctx, l, s, level, msg, func(r *slog.Record) { r.AddAttrs(attrs...) })
}

// SlogDebug is slog.Debug.
func SlogDebug(s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), defaultLogger(s), s, slog.LevelDebug, msg, args)
}

// SlogDebugContext is slog.DebugContext.
func SlogDebugContext(s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, defaultLogger(s), s, slog.LevelDebug, msg, args)
}

// SlogLoggerDebug is the method Debug of slog.Logger.
func SlogLoggerDebug(l *slog.Logger, s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), l, s, slog.LevelDebug, msg, args)
}

// SlogLoggerDebugContext is the method DebugContext of slog.Logger.
func SlogLoggerDebugContext(l *slog.Logger, s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, l, s, slog.LevelDebug, msg, args)
}

// SlogInfo is slog.Info.
func SlogInfo(s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), defaultLogger(s), s, slog.LevelInfo, msg, args)
}

// SlogInfoContext is slog.InfoContext.
func SlogInfoContext(s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, defaultLogger(s), s, slog.LevelInfo, msg, args)
}

// SlogLoggerInfo is the method Info of slog.Logger.
func SlogLoggerInfo(l *slog.Logger, s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), l, s, slog.LevelInfo, msg, args)
}

// SlogLoggerInfoContext is the method InfoContext of slog.Logger.
func SlogLoggerInfoContext(l *slog.Logger, s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, l, s, slog.LevelInfo, msg, args)
}

// SlogWarn is slog.Warn.
func SlogWarn(s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), defaultLogger(s), s, slog.LevelWarn, msg, args)
}

// SlogWarnContext is slog.WarnContext.
func SlogWarnContext(s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, defaultLogger(s), s, slog.LevelWarn, msg, args)
}

// SlogLoggerWarn is the method Warn of slog.Logger.
func SlogLoggerWarn(l *slog.Logger, s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), l, s, slog.LevelWarn, msg, args)
}

// SlogLoggerWarnContext is the method WarnContext of slog.Logger.
func SlogLoggerWarnContext(l *slog.Logger, s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, l, s, slog.LevelWarn, msg, args)
}

// SlogError is slog.Error.
func SlogError(s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), defaultLogger(s), s, slog.LevelError, msg, args)
}

// SlogErrorContext is slog.ErrorContext.
func SlogErrorContext(s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, defaultLogger(s), s, slog.LevelError, msg, args)
}

// SlogLoggerError is the method Error of slog.Logger.
func SlogLoggerError(l *slog.Logger, s rt.Site, msg string, args ...any) {
	withArgs(context.Background(), l, s, slog.LevelError, msg, args)
}

// SlogLoggerErrorContext is the method ErrorContext of slog.Logger.
func SlogLoggerErrorContext(l *slog.Logger, s rt.Site, ctx context.Context, msg string, args ...any) {
	withArgs(ctx, l, s, slog.LevelError, msg, args)
}

// SlogLog is slog.Log.
func SlogLog(s rt.Site, ctx context.Context, level slog.Level, msg string, args ...any) {
	withArgs(ctx, defaultLogger(s), s, level, msg, args)
}

// SlogLogAttrs is slog.LogAttrs.
func SlogLogAttrs(s rt.Site, ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
	withAttrs(ctx, defaultLogger(s), s, level, msg, attrs)
}

// SlogLoggerLog is the method Log of slog.Logger.
func SlogLoggerLog(l *slog.Logger, s rt.Site, ctx context.Context, level slog.Level, msg string, args ...any) {
	withArgs(ctx, l, s, level, msg, args)
}

// SlogLoggerLogAttrs is the method LogAttrs of slog.Logger.
func SlogLoggerLogAttrs(l *slog.Logger, s rt.Site, ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
	withAttrs(ctx, l, s, level, msg, attrs)
}
