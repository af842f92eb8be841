package logs

import (
	"log/slog"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// What handlers read of the attributes by which the program's ReplaceAttr replaces others, and
// the handlers that others hand records on to.

// handling are, in an execution, the calls that tasks are in that have a record handled.
type handling map[uint64]rt.Site

// theHandling is what it is kept by.
var theHandling byte

func newHandling() any { return handling{} }

// replacing notes that the calling task has a record handled, until what it returns is called.
func replacing(s rt.Site) (done func()) {
	all, _ := rt.Kept(unsafe.Pointer(&theHandling), newHandling).(handling)
	task, ok := rt.Number()
	if all == nil || !ok {
		return func() {}
	}
	before, nested := all[task]
	all[task] = s
	return func() {
		if delete(all, task); nested {
			all[task] = before
		}
	}
}

// replaced are options of a handler of a form, whose ReplaceAttr announces what is read of that
// which it returns.
func replaced(o *slog.HandlerOptions, f form, made rt.Site) *slog.HandlerOptions {
	if o == nil || rt.R(o, made).ReplaceAttr == nil {
		return o
	}
	with, replace := *o, o.ReplaceAttr
	with.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		a = replace(groups, a)
		all, _ := rt.Kept(unsafe.Pointer(&theHandling), nil).(handling)
		task, _ := rt.Number()
		if s, ok := all[task]; ok {
			return f.attr(a, s)
		}
		return a
	}
	return &with
}

// handlersOf are those that a handler has each record handled by.
func handlersOf(h *slog.MultiHandler) []slog.Handler {
	all := reflect.ValueOf(h).Elem().FieldByName("multi")
	if all.Type() != reflect.TypeFor[[]slog.Handler]() {
		return nil
	}
	return *(*[]slog.Handler)(all.Addr().UnsafePointer())
}
