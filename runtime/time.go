package runtime

import (
	"math"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/deadlines"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/polls"
)

// Virtual time. It starts at a fixed moment and advances only when nothing
// else can run (clock.go), or for one task alone (free.go), so what a program
// reads from it (readings.go) is a function of the trace and reading it is no
// operation.

// StartOfTime is when every execution starts: on an ordinary day, on which nothing falls due that
// is due once a day, month or year, and at no full second, which a native reading hardly shows. It
// is near to when this was released, so that certificates and tokens in test data are valid, and
// always the same, so that what a test does is a function of its schedule on all days.
var StartOfTime = time.Date(2026, time.November, 18, 10, 20, 30, 405_060_708, time.UTC)

// at is virtual time as the program sees it.
func at(now int64) time.Time {
	return innards.WithMonotonic(StartOfTime.Add(time.Duration(now)).Local(), time.Duration(now))
}

// after is the deadline that is d from now.
func (t *task) after(d time.Duration) int64 {
	slack := t.past.Links
	if t.bubbled() {
		slack = 0
	}
	return deadlines.In(d, t.now(), slack)
}

// sleepShadow is one call of time.Sleep.
type sleepShadow struct {
	until  deadline
	in     *bubble
	moment bool // it waits for others, and not for a time: garbage.go
}

func (s *sleepShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.TimerObject} }
func (s *sleepShadow) Deadline() (int64, bool)  { return s.until.when, !s.until.soon }

func (s *sleepShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.x.now < s.until.arg() {
		return buf
	}
	return append(buf, t.always())
}

func (s *sleepShadow) perform(t *task, _ *checker.Event) { t.waited(s.until.when) }

// TimeNow is time.Now.
func TimeNow(s Site) time.Time {
	if t := current(); t != nil {
		return t.reading(s)
	}
	return time.Now()
}

// TimeSince is time.Since.
func TimeSince(s Site, u time.Time) time.Duration { return TimeNow(s).Sub(u) }

// TimeUntil is time.Until.
func TimeUntil(s Site, u time.Time) time.Duration { return u.Sub(TimeNow(s)) }

// TimeSleep is time.Sleep.
func TimeSleep(s Site, d time.Duration) {
	t := current()
	if t == nil {
		time.Sleep(d)
		return
	}
	if d <= 0 {
		return
	}
	t.polls, t.rounds.span = polls.Clock{}, int64(d) // who sleeps needs not be made to
	t.sleep(s, t.sleeps(t.wait(s, d)), t.naps(true))
}

func (t *task) sleep(s Site, until deadline, seen []checker.Case) {
	sh := &sleepShadow{until: until, in: t.in()}
	t.x.waiting.Add(sh)
	t.do(checker.Op{Kind: checker.Sleep, Arg: t.x.stamp(until), Seen: seen, Pos: s.Pos()}, sh)
	t.elapse()
}

// timerShadow is a time.Timer or time.Ticker. The program has a real one, with
// a real channel, but it never runs. The semantics are Go 1.23's, where a
// timer's channel has no buffer as far as anyone can see: what is due is
// received or is not, and Stop and Reset leave no stale value behind. So a
// receive is simply enabled while the timer is armed and due.
type timerShadow struct {
	armed  bool
	at     deadline
	period int64 // of a Ticker
	span   int64 // nanoseconds that it was set to
	// waiting counts the pending receives: the clock does not advance for a
	// timer that nobody waits for.
	waiting int

	by   *task  // who has made it
	born uint32 // before that event of it

	late  bool       // of none: mayBeLate
	f     func()     // of an AfterFunc
	sends bool       // that is the runtime's own, which sends: no goroutine
	firer *task      // its task, until it fires
	fired *cancelCtx // -time=free: set when f is called, or will not be (free.go)
}

func (m *timerShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.TimerObject} }
func (m *timerShadow) kind(bool) checker.Kind   { return checker.TimerRecv }

func (m *timerShadow) Deadline() (int64, bool) {
	return m.at.when, m.armed && !m.at.soon && (m.waiting > 0 || m.f != nil)
}

func (m *timerShadow) due(t *task) bool { return m.armed && m.at.arg() <= t.x.now }

func (m *timerShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	switch t.op.Kind {
	case checker.TimerRecv:
		return m.ways(t.payload.(*end), buf)
	case checker.TimerFire:
		if !m.due(t) {
			return buf
		}
	}
	return append(buf, t.always())
}

func (m *timerShadow) ways(e *end, buf []checker.Decision) []checker.Decision {
	if !m.due(e.t) {
		return buf
	}
	d := e.t.always()
	d.Choice = e.index
	return append(buf, d)
}

func (m *timerShadow) perform(t *task, ev *checker.Event) {
	switch t.op.Kind {
	case checker.TimerRecv:
		m.carryOut(t.payload.(*end), ev)
	case checker.TimerFire:
		m.armed, m.firer = false, nil
		t.waited(m.at.when)
	case checker.TimerStop:
		t.payload, m.armed = setting{was: m.armed, fired: m.fired}, false
	case checker.TimerSet:
		set := t.payload.(setting)
		set.was, m.armed = m.armed, true
		m.at, m.span, set.fired, m.fired = set.at, set.span, m.fired, set.fired
		t.payload = set
		t.x.waiting.Add(m)
		if m.f != nil && m.firer == nil {
			m.firer = t.x.spawn(t, m.f, Site(t.op.Pos), checker.TimerFire, t.op.Obj, m)
			ev.Child = m.firer.id
		}
	}
}

// carryOut receives the time at which the timer was due, as Go's timers send
// it. A ticker goes on with the first period that is still to come: the
// ticks between are dropped.
func (m *timerShadow) carryOut(e *end, ev *checker.Event) {
	ev.Kind, ev.Arg = checker.TimerRecv, 0
	t := e.t
	if t.x.chains.On {
		// No earlier than what the clock showed to the task that set the timer.
		t.x.chains.CatchUp(&t.past)
		t.x.chains.Of(e.obj).Write(&t.past)
	}
	t.waited(m.at.when)
	e.self.took(t.shown(m.at.when), true)
	if m.period == 0 {
		m.armed = false
		t.unsets(m)
		return
	}
	m.at = deadline{when: m.at.when + m.period*(1+(t.now()-m.at.when)/m.period)}
	if slices.Contains(t.doze.fired, e.obj) {
		by := t.overslept(m.at.when)
		m.at.when += by
		t.leavesOut(by)
	}
	ev.Arg = t.x.stamp(m.at)
	t.x.waiting.Add(m)
}

// setting is what a timer is set to, and what came of that.
type setting struct {
	at    deadline
	span  int64      // nanoseconds that it was asked for
	was   bool       // it was armed
	fired *cancelCtx // the new flag; then the one that the timer had before
}

// set arms a timer.
func (t *task) set(obj checker.Object, m *timerShadow, s Site, d time.Duration) setting {
	set := setting{at: t.wait(s, d), span: int64(d)}
	if m.f == nil {
		set.at = t.sleeps(set.at)
	}
	if t.x.FreeTime {
		if m.f != nil {
			set.fired = newFlag(t, s)
		}
		t.sets(due{set.at, m, set.fired})
	}
	t.payload = set
	t.use(checker.TimerSet, obj, t.x.stamp(set.at), s, m)
	set = t.payload.(setting)
	if set.was && set.fired != nil {
		set.fired.happened() // it will not: a new flag stands for the function's call
	}
	return set
}

// newTimer makes the shadow of the timer at p and arms it.
func newTimer(t *task, p unsafe.Pointer, s Site, m *timerShadow, d time.Duration) {
	t.setsLate(m, s)
	obj, _ := t.x.shadowAt(p, func() shadow { return m })
	m.by, m.born = t, t.index
	if b := t.in(); b != nil {
		t.x.made[p], t.x.made[unsafe.Pointer(m)] = b, b
	}
	t.set(obj, m, s, d)
}

// controlled finds the shadow of a timer: by its channel or, for one that calls
// a function, by its own address. A timer that was made outside of the execution
// has none.
func (x *Execution) controlled(c <-chan time.Time, timer unsafe.Pointer) (checker.Object, *timerShadow, bool) {
	obj, ok := x.shadows.Find(timer)
	if !ok {
		obj, ok = x.shadows.Find(chanPointer(c))
	}
	if ok {
		if ch, is := x.list[obj].sh.(*chanShadow); is && ch.timer != nil { // a copy of the Timer
			obj = ch.timerObj
		}
	}
	if !ok {
		return 0, nil, false
	}
	m, ok := x.list[obj].sh.(*timerShadow)
	return obj, m, ok
}

// never is a duration for real timers that are stopped at once.
const never = math.MaxInt64

// TimeNewTimer is time.NewTimer.
func TimeNewTimer(s Site, d time.Duration) *time.Timer {
	t := current()
	if t == nil {
		return time.NewTimer(d)
	}
	real := time.NewTimer(never)
	real.Stop()
	if asyncChan(real.C) {
		newAsyncTimer(t, real, s, d)
	} else {
		newTimer(t, chanPointer(real.C), s, new(timerShadow), d)
	}
	return real
}

// TimeAfter is time.After.
func TimeAfter(s Site, d time.Duration) <-chan time.Time { return TimeNewTimer(s, d).C }

// TimeAfterFunc is time.AfterFunc.
func TimeAfterFunc(s Site, d time.Duration, f func()) *time.Timer {
	t := current()
	if t == nil {
		return time.AfterFunc(d, natively(f))
	}
	real := t.x.stoppedTimer(f)
	m := &timerShadow{f: f}
	if t.x.FreeTime {
		m.f = func() {
			m.fired.happened()
			f()
		}
	}
	newTimer(t, unsafe.Pointer(real), s, m, d)
	return real
}

// stoppedTimer is a real timer that calls f, but never runs. The scheduler keeps those that were
// stopped for a while. Where it matters who has them, this one has fired.
func (x *Execution) stoppedTimer(f func()) *time.Timer {
	if x.Known.Ends&wire.Collects == 0 {
		real := time.AfterFunc(never, f)
		real.Stop()
		return real
	}
	fired := make(chan struct{})
	var again atomic.Bool
	real := time.AfterFunc(0, func() {
		if again.Swap(true) {
			f()
		} else {
			close(fired)
		}
	})
	<-fired
	return real
}

// TimerStop is the method Stop of time.Timer.
func TimerStop(r *time.Timer, s Site) bool {
	if t := current(); t != nil {
		if obj, m, ok := t.x.controlled(r.C, unsafe.Pointer(r)); ok {
			t.touches(m, s, "stop")
			t.use(checker.TimerStop, obj, 0, s, m)
			set := t.payload.(setting)
			t.unsets(m)
			if set.was && set.fired != nil {
				set.fired.happened()
			}
			return set.was
		}
	}
	return r.Stop()
}

// TimerReset is the method Reset of time.Timer.
func TimerReset(r *time.Timer, s Site, d time.Duration) bool {
	if t := current(); t != nil {
		if obj, m, ok := t.x.controlled(r.C, unsafe.Pointer(r)); ok {
			t.resets(m, s)
			t.setsLate(m, s)
			return t.set(obj, m, s, d).was
		}
	}
	return r.Reset(d)
}

// TimeNewTicker is time.NewTicker.
func TimeNewTicker(s Site, d time.Duration) *time.Ticker {
	t := current()
	if t == nil || d <= 0 {
		return time.NewTicker(d) // which panics if d is not positive
	}
	real := time.NewTicker(never)
	real.Stop()
	newTimer(t, chanPointer(real.C), s, &timerShadow{period: int64(d)}, d)
	return real
}

// TimeTick is time.Tick.
func TimeTick(s Site, d time.Duration) <-chan time.Time {
	if d <= 0 {
		return nil
	}
	return TimeNewTicker(s, d).C
}

// TickerStop is the method Stop of time.Ticker.
func TickerStop(r *time.Ticker, s Site) {
	if t := current(); t != nil {
		if obj, m, ok := t.x.controlled(r.C, nil); ok {
			t.touches(m, s, "stop")
			t.use(checker.TimerStop, obj, 0, s, m)
			return
		}
	}
	r.Stop()
}

// TickerReset is the method Reset of time.Ticker.
func TickerReset(r *time.Ticker, s Site, d time.Duration) {
	if t := current(); t != nil && d > 0 {
		if obj, m, ok := t.x.controlled(r.C, nil); ok {
			t.resets(m, s)
			t.setsLate(m, s)
			t.set(obj, m, s, d)
			m.period = int64(d) // still in the same step
			return
		}
	}
	r.Reset(d) // which panics if d is not positive
}
