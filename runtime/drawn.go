package runtime

import (
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

// Drawer is an Observer that looks at what natively is chance, too, and what it came to.
type Drawer interface {
	Drew(d wire.RecordedDraw)
	// Pooled is of an object that is put into a pool, or comes from there, or is a new one.
	Pooled(d wire.RecordedDraw, put bool, object any)
}

// drawers calls f for each observer that looks at chance, with what is known already of what
// the calling task draws.
func drawers(of string, f func(o Drawer, d wire.RecordedDraw)) {
	t := current()
	if t == nil || len(t.x.looking) == 0 {
		return
	}
	for _, o := range t.x.looking {
		if o, ok := o.(Drawer); ok {
			f(o, wire.RecordedDraw{Task: t.String(), Of: of, Pos: calls.UserCaller()})
		}
	}
}

// Drawing reports whether an observer looks at what the calling task draws.
func Drawing() (some bool) {
	drawers("", func(Drawer, wire.RecordedDraw) { some = true })
	return some
}

// Drew notes what the calling task has drawn (wire.RecordedDraw): value is as Go source.
func Drew(of string, value func() string) {
	drawers(of, func(o Drawer, d wire.RecordedDraw) {
		d.Value = value()
		o.Drew(d)
	})
}

// Pooled notes that the calling task puts an object into a pool, or gets it from there, or a
// new one.
func Pooled(of string, s Site, put bool, object any) {
	drawers(of, func(o Drawer, d wire.RecordedDraw) {
		d.Pos = s.Position()
		o.Pooled(d, put, object)
	})
}
