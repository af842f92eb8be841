package runtime

import (
	"time"
	"unsafe"
)

// Timers before Go 1.23. A binary whose settings say asynctimerchan=1 (its main
// module's go.mod is older, or a //go:debug line says so) has timers that send
// to a channel with a buffer of 1 when they fire. Stop and Reset leave there
// what nobody has received, and len tells. So such a timer is an AfterFunc whose
// function sends, unless the buffer is full. Between the two steps Stop finds
// the timer fired and the channel still empty, as it can in Go.
//
// Tickers are as since Go 1.23: one that fired by itself would keep the clock
// going although nobody waits for it. They only lack the tick that could be
// received after Stop or Reset.

// asyncChan says whether the channel of a timer is one of those. Newer ones
// look as if they had no buffer.
func asyncChan(c <-chan time.Time) bool { return cap(c) > 0 }

// newAsyncTimer makes the shadow of such a timer and arms it.
func newAsyncTimer(t *task, real *time.Timer, s Site, d time.Duration) {
	ch := *(*chan time.Time)(unsafe.Pointer(&real.C))
	_, sh := t.x.sourceAt(chanPointer(ch), cap(ch))
	m := &timerShadow{sends: true}
	c := sh.(*chanShadow)
	c.timer = m
	c.timerObj, _ = t.x.shadowAt(unsafe.Pointer(real), func() shadow { return m })
	m.f = func() {
		now := current()
		Select(s, true, SendCase(ch, s).With(at(now.now()+now.past.Links)))
		if m.fired != nil {
			m.fired.happened()
		}
	}
	newTimer(t, unsafe.Pointer(real), s, m, d)
}
