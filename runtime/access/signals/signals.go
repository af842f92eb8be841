package signals

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// notified are the channels that want to be told of signals.
type notified struct {
	word    uint32 // the location
	wanting []*wanting
}

// wanting is a channel, or a context of NotifyContext.
type wanting struct {
	ch      chan<- os.Signal
	cancel  context.CancelCauseFunc
	signals []os.Signal // none: all
}

var signalsKey byte

// registry are those of the execution.
func registry() *notified {
	return rt.Kept(unsafe.Pointer(&signalsKey), func() any { return new(notified) }).(*notified)
}

func (r *notified) changes(s rt.Site) { rt.AddWord(s, &r.word, 0) }

// remove takes out those for whom gone holds.
func (r *notified) remove(s rt.Site, gone func(*wanting) bool) {
	r.changes(s)
	r.wanting = slices.DeleteFunc(r.wanting, gone)
}

// Notify is signal.Notify.
func Notify(s rt.Site, c chan<- os.Signal, sig ...os.Signal) {
	if !rt.Controlled() {
		signal.Notify(c, sig...)
		return
	}
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
	r := registry()
	r.changes(s)
	at := slices.IndexFunc(r.wanting, func(w *wanting) bool { return w.ch == c })
	if at < 0 {
		r.wanting = append(r.wanting, &wanting{ch: c, signals: slices.Clone(sig)})
		return
	}
	w := r.wanting[at]
	if len(sig) == 0 || len(w.signals) == 0 {
		w.signals = nil
	} else {
		w.signals = append(w.signals, sig...)
	}
}

// Stop is signal.Stop.
func Stop(s rt.Site, c chan<- os.Signal) {
	if !rt.Controlled() {
		signal.Stop(c)
		return
	}
	registry().remove(s, func(w *wanting) bool { return w.ch == c })
}

// signalled is the cause of a context that a signal has cancelled.
type signalled struct{ os.Signal }

// Error implements error.
func (e signalled) Error() string { return e.String() + " signal received" }

// NotifyContext is signal.NotifyContext.
func NotifyContext(s rt.Site, parent context.Context, sig ...os.Signal) (context.Context, context.CancelFunc) {
	if !rt.Controlled() {
		return signal.NotifyContext(parent, sig...)
	}
	ctx, cancel := rt.ContextWithCancelCause(s, parent)
	r, w := registry(), &wanting{cancel: cancel, signals: slices.Clone(sig)}
	r.changes(s)
	r.wanting = append(r.wanting, w)
	return ctx, func() {
		cancel(nil)
		if rt.Controlled() {
			r.remove(s, func(v *wanting) bool { return v == w })
		}
	}
}

// ProcessSignal is the method Signal of os.Process.
func ProcessSignal(p *os.Process, s rt.Site, sig os.Signal) error {
	if !rt.Controlled() || p == nil || p.Pid != os.Getpid() {
		return p.Signal(sig)
	}
	send(s, sig)
	return nil
}

// send sends a signal to the program.
func send(s rt.Site, sig os.Signal) {
	rt.Apart(s, func() {
		r := registry()
		rt.LoadWord(s, &r.word)
		wanted := false
		for _, w := range slices.Clone(r.wanting) {
			if len(w.signals) > 0 && !slices.Contains(w.signals, sig) {
				continue
			}
			wanted = true
			if w.cancel != nil {
				w.cancel(signalled{sig})
			} else {
				rt.Select(s, true, rt.SendCase(w.ch, s).With(sig))
			}
		}
		if !wanted {
			rt.Unsupported(s, fmt.Sprintf("signal %q to the program itself, which nobody is notified of,", sig))
		}
	})
}
