package logs

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"reflect"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// What handlers of the package read of the values that are logged. They ask each LogValuer once,
// as they come to it; here that is done before, so that what it answers is known, too.

// handle has a handler handle a record.
func handle(ctx context.Context, h slog.Handler, s rt.Site, r slog.Record) error {
	if all, ok := h.(*slog.MultiHandler); ok {
		var errs []error
		for _, h := range handlersOf(all) {
			if looksAtLevel(h, s); h.Enabled(ctx, r.Level) {
				errs = append(errs, handle(ctx, h, s, r.Clone()))
			}
		}
		return errors.Join(errs...)
	}
	defer replacing(s)()
	if form := formOf(h); form != none && !rt.Quiet() {
		resolved := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
		r.Attrs(func(a slog.Attr) bool {
			resolved.AddAttrs(form.attr(a, s))
			return true
		})
		r = resolved
	}
	if isDefault(h) {
		defer access.LockLog(log.Default(), s)()
	}
	return h.Handle(ctx, r)
}

// A form is how a handler writes values.
type form uint8

const (
	none form = iota // it is not known what it reads
	text
	inJSON
)

func formOf(h slog.Handler) form {
	f := none
	switch h.(type) {
	case *slog.TextHandler:
		f = text
	case *slog.JSONHandler:
		f = inJSON
	default:
		if isDefault(h) {
			return text
		}
		return none
	}
	// The program may replace each value.
	if replace := reflect.ValueOf(h).Elem().FieldByName("commonHandler").Elem().FieldByName("opts").FieldByName("ReplaceAttr"); replace.Kind() != reflect.Func || !replace.IsNil() {
		return none
	}
	return f
}

// attr announces what is read of an attribute, and returns it as it is then.
func (f form) attr(a slog.Attr, s rt.Site) slog.Attr {
	if v := a.Value; v.Kind() == slog.KindLogValuer {
		access.Receives(v.Any(), reflect.TypeFor[slog.LogValuer](), s)
	}
	a.Value = a.Value.Resolve()
	switch a.Value.Kind() {
	case slog.KindGroup:
		a.Value = slog.GroupValue(f.attrs(rt.SliceR(a.Value.Group(), s), s)...)
	case slog.KindAny:
		if f == inJSON {
			access.LogsJSON(a.Value.Any(), s)
		} else {
			access.LogsText(a.Value.Any(), s)
		}
	}
	return a
}

func (f form) attrs(list []slog.Attr, s rt.Site) []slog.Attr {
	var all []slog.Attr
	for _, a := range list {
		all = append(all, f.attr(a, s))
	}
	return all
}

// withAttrsOf is h.WithAttrs, which writes the values at once.
func withAttrsOf(h slog.Handler, s rt.Site, attrs []slog.Attr) slog.Handler {
	if f := formOf(h); f != none && !rt.Quiet() {
		attrs = f.attrs(attrs, s)
	}
	return h.WithAttrs(attrs)
}

// SlogHandlerHandle is the method Handle of slog.Handler.
func SlogHandlerHandle(h slog.Handler, s rt.Site, ctx context.Context, r slog.Record) error {
	return handle(ctx, h, s, r)
}

// SlogTextHandlerHandle is the method Handle of slog.TextHandler.
func SlogTextHandlerHandle(h *slog.TextHandler, s rt.Site, ctx context.Context, r slog.Record) error {
	return handle(ctx, h, s, r)
}

// SlogJSONHandlerHandle is the method Handle of slog.JSONHandler.
func SlogJSONHandlerHandle(h *slog.JSONHandler, s rt.Site, ctx context.Context, r slog.Record) error {
	return handle(ctx, h, s, r)
}

// SlogHandlerWithAttrs is the method WithAttrs of slog.Handler.
func SlogHandlerWithAttrs(h slog.Handler, s rt.Site, attrs []slog.Attr) slog.Handler {
	return withAttrsOf(h, s, attrs)
}

// SlogTextHandlerWithAttrs is the method WithAttrs of slog.TextHandler.
func SlogTextHandlerWithAttrs(h *slog.TextHandler, s rt.Site, attrs []slog.Attr) slog.Handler {
	return withAttrsOf(h, s, attrs)
}

// SlogJSONHandlerWithAttrs is the method WithAttrs of slog.JSONHandler.
func SlogJSONHandlerWithAttrs(h *slog.JSONHandler, s rt.Site, attrs []slog.Attr) slog.Handler {
	return withAttrsOf(h, s, attrs)
}

// SlogWith is slog.With.
func SlogWith(s rt.Site, args ...any) *slog.Logger {
	return SlogLoggerWith(defaultLogger(s), s, args...)
}

// SlogLoggerWith is the method With of slog.Logger.
func SlogLoggerWith(l *slog.Logger, s rt.Site, args ...any) *slog.Logger {
	f := formOf(l.Handler())
	if f == none || rt.Quiet() || len(args) == 0 {
		return l.With(args...)
	}
	var r slog.Record // it makes attributes of arguments
	r.Add(args...)
	var attrs []any
	r.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, f.attr(a, s))
		return true
	})
	return l.With(attrs...)
}
