package logs

import (
	"io"
	"log/slog"
	"os"
	"reflect"
	"sync"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// A handler locks while its writer writes, which is the last that it does. So
// the writer that it is given lets go of that lock, takes one of ours around
// the program's writer, and gives the handler's lock back: as it is never held
// while other tasks run, nobody waits for it.

// writer writes to a writer of the program's.
type writer struct {
	w    io.Writer
	real *sync.Mutex // the handler's
	mu   sync.Mutex
	site rt.Site
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	if !rt.Controlled() {
		return w.w.Write(p)
	}
	w.real.Unlock()
	defer w.real.Lock()
	rt.MutexLock(&w.mu, w.site)
	defer rt.MutexUnlock(&w.mu, w.site)
	return access.Writes(w.w, w.site).Write(p)
}

// controlled is a writer that takes the place of w if the program may do something in
// that, or see in which order it was written to, with what to do when the handler is made.
func controlled(s rt.Site, w io.Writer) (io.Writer, func(handler any)) {
	switch w {
	case io.Discard, os.Stdout, os.Stderr, nil:
		return w, func(any) {}
	}
	if !rt.Controlled() {
		return w, func(any) {}
	}
	c := &writer{w: w, site: s}
	return c, func(handler any) {
		mu := reflect.ValueOf(handler).Elem().FieldByName("commonHandler").Elem().FieldByName("mu")
		c.real = (*sync.Mutex)(mu.UnsafePointer())
	}
}

// SlogNewTextHandler is slog.NewTextHandler.
func SlogNewTextHandler(s rt.Site, w io.Writer, o *slog.HandlerOptions) *slog.TextHandler {
	w, made := controlled(s, w)
	h := slog.NewTextHandler(w, replaced(o, text, s))
	made(h)
	return h
}

// SlogNewJSONHandler is slog.NewJSONHandler.
func SlogNewJSONHandler(s rt.Site, w io.Writer, o *slog.HandlerOptions) *slog.JSONHandler {
	w, made := controlled(s, w)
	h := slog.NewJSONHandler(w, replaced(o, inJSON, s))
	made(h)
	return h
}
