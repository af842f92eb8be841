package logs

import (
	"log/slog"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// The settings of the package are atomic: a record looks at them, and who changes them
// comes before it or after it.

// settings stands for the default logger and for the level of the default handler.
var settings struct{ logger, level byte }

// defaultLogger is slog.Default, which a record asks for.
func defaultLogger(s rt.Site) *slog.Logger {
	access.ConsultsAt(unsafe.Pointer(&settings.logger), s, false)
	return slog.Default()
}

// SlogDefault is slog.Default.
func SlogDefault(s rt.Site) *slog.Logger { return defaultLogger(s) }

// SlogSetDefault is slog.SetDefault, which makes package log write to the logger.
func SlogSetDefault(s rt.Site, l *slog.Logger) {
	access.ConsultsAt(unsafe.Pointer(&settings.logger), s, true)
	if !isDefault(l.Handler()) {
		defer access.LogChanges(s)()
		access.ConsultsAt(unsafe.Pointer(&settings.logger), s, true) // others may have come since
	}
	slog.SetDefault(l)
}

// SlogSetLogLoggerLevel is slog.SetLogLoggerLevel.
func SlogSetLogLoggerLevel(s rt.Site, level slog.Level) slog.Level {
	access.ConsultsAt(unsafe.Pointer(&settings.level), s, true)
	return slog.SetLogLoggerLevel(level)
}

// isDefault reports whether a handler writes by package log.
func isDefault(h slog.Handler) bool { return reflect.TypeOf(h).String() == "*slog.defaultHandler" }

// looksAtLevel announces what a handler of the package looks at to know its level.
func looksAtLevel(h slog.Handler, s rt.Site) {
	switch h.(type) {
	case *slog.TextHandler, *slog.JSONHandler:
		level := reflect.ValueOf(h).Elem().FieldByName("commonHandler").Elem().FieldByName("opts").FieldByName("Level").Elem()
		if level.IsValid() && level.Type() == reflect.TypeFor[*slog.LevelVar]() {
			access.ConsultsAt(level.UnsafePointer(), s, false)
		}
	default:
		if isDefault(h) {
			access.ConsultsAt(unsafe.Pointer(&settings.level), s, false)
		}
	}
}
