package testbin

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// besides says what searchers have done: "; and 30 sampled beside them (pos 20, pct 10)".
func besides(list []checker.Sampled) string {
	var all int64
	var by []string
	for _, s := range list {
		all += s.Executions
		by = append(by, fmt.Sprintf("%s %d", s.Algorithm, s.Executions))
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("; and %d sampled beside them (%s)", all, strings.Join(by, ", "))
}

// leavesOpen says of what was explored to its end if executions leave something out all the same.
func (r *testRun) leavesOpen(w *wire.Result) {
	switch k := &r.x.Known; {
	case k.Hurried:
		w.Exhaustive, w.Bound = false, "timers"
	case k.Works != 0:
		w.Exhaustive, w.Bound = false, "rounds"
	case k.Outpaced != 0:
		w.Exhaustive, w.Bound = false, "bubbles"
	}
}

// bound says what has ended an exploration, and how far it came.
func (r *testRun) bound(name string, res *checker.Result) string {
	return r.boundText(name, res) + besides(res.Sampled) + bothOrders(r.orders)
}

func (r *testRun) boundText(name string, res *checker.Result) string {
	c := &r.cfg
	n := res.Executions
	if r.phased.first > 0 && r.phased.in == "" {
		n = r.phased.first
	}
	explored := strconv.FormatInt(n, 10) + " executions"
	if n == 1 {
		explored = "1 execution"
	}
	if c.Reversals != nil && res.Reversals != nil {
		explored += fmt.Sprintf(" (%v)", res.Reversals)
	}
	short := ""
	switch n := res.CutShort; {
	case n == 1:
		short = fmt.Sprintf(", and one more cut short, at %s", place(r.longest))
	case n > 1:
		short = fmt.Sprintf(", and %d more cut short, the last one at %s", n, place(r.longest))
	}
	switch name {
	case "reversals":
		return fmt.Sprintf("-reversals %d: %s explored", *c.Reversals, explored)
	case "interrupted":
		return fmt.Sprintf("interrupted: %s explored%s", explored, short)
	case "executions":
		return fmt.Sprintf("-executions %d: %s explored", c.Executions, explored)
	case "time":
		budget := (time.Duration(c.BudgetMS) * time.Millisecond).String()
		if r.phased.early {
			budget += ", a fifth of it for chance and pauses"
		}
		return fmt.Sprintf("-budget %s: %s explored%s", budget, explored, short)
	case "memory":
		if res.Alone > 0 {
			return fmt.Sprintf("-memory %d MiB: one goroutine by itself has made %d steps, and there is no room for more: %s explored, cut at %s",
				c.Memory>>20, checker.AloneMost(c.Memory), explored, place(r.longest))
		}
		if res.CutShort > 0 {
			return fmt.Sprintf("-memory %d MiB: %s explored%s: there is no room to look for races in it", c.Memory>>20, explored, short)
		}
		return fmt.Sprintf("-memory %d MiB: %s explored, and there is no room for what is still to be run", c.Memory>>20, explored)
	case "sampling":
		return fmt.Sprintf("-algo %s: %s sampled, which had no choices", res.Algorithm, explored)
	case "preemptions":
		return fmt.Sprintf("-preemptions %d: %s explored, all that have no more preemptions", *c.Preemptions, explored)
	case "delays":
		return fmt.Sprintf("-delays %d: %s explored, all that have no more delays", *c.Delays, explored)
	case wire.PhasePauses:
		p := r.phased.said[len(r.phased.said)-1]
		return fmt.Sprintf("with pauses up to %s: %s", p.Pause, p.Reason)
	case "user":
		return fmt.Sprintf("-user %s: %s explored; what it names was left in its order", c.User, explored)
	case "timers":
		return fmt.Sprintf("-algo=r4 -time=free: %s explored; that a timer waits for the clock was left out", explored)
	case "rounds":
		return fmt.Sprintf("%s explored; the loop at %s, which only others end, was made to wait for a later time after some hundred operations: natively it may make more",
			explored, rt.Site(r.x.Known.Works).Line())
	case "bubbles":
		return fmt.Sprintf("%s explored; the bubble of testing/synctest at %s waited for goroutines outside of it: natively it does not",
			explored, rt.Site(r.x.Known.Outpaced).Line())
	case "length":
		return fmt.Sprintf("%d steps, which no execution may exceed: %s explored, %d of them cut, the last one at %s",
			checker.MaxEvents, explored, res.Truncated, place(r.longest))
	case "searches":
		return fmt.Sprintf("%s explored; some may be missing, because a search for an order was given up: many messages to the front of mailboxes, or a WaitGroup's counter near zero", explored)
	case "steps":
		return fmt.Sprintf("-steps %d: %s explored, %d of them cut there, the last one at %s", c.Steps, explored, res.Truncated, place(r.longest))
	}
	return fmt.Sprintf("%s: %s explored", name, explored)
}

// place is where a site is, for people. What sockets do is in no source.
func place(s rt.Site) string {
	if strings.HasPrefix(s.Position(), wire.Nominal) {
		return fmt.Sprintf("package net (%s: %s)", s.Object(), s.Function())
	}
	return s.Line()
}
