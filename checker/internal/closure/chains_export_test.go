package closure

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// CheckChains explores by closure, most executions at most, and says what is wrong with the
// chains after each: every event of every explored trace has to have a number of its own, and
// every trace has to have all of a chain or nothing of it. It counts events, chains and cuts.
func CheckChains(p checker.Program, most int64) (events, chains, cuts int, err error) {
	type plain struct {
		keys  []flat.Key
		leads []int32
	}
	var traces []plain
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true, Executions: most}}
	x.Begin()
	c := NewSearch(x)
	check := func() error {
		members := map[trace.Member]flat.Key{}
		for n := range traces {
			nums := make([]trace.Member, len(traces[n].keys))
			has := map[uint32]int{}
			for i, k := range traces[n].keys {
				var lead trace.Member
				if l := traces[n].leads[i]; l >= 0 {
					lead = nums[l]
				}
				m, ok := c.ids.Find(k, lead, traces[n].leads[i] >= 0)
				if !ok {
					return fmt.Errorf("event %d of trace %d has no number", i, n)
				}
				if other, ok := members[m]; ok && other != k {
					return fmt.Errorf("event %d of trace %d has the number %v of another one", i, n, m)
				}
				if now := c.ids.Now(m); now != m {
					return fmt.Errorf("event %d of trace %d has the number %v, which is %v now", i, n, m, now)
				}
				members[m], nums[i] = k, m
				has[m.ID]++
			}
			for id, n := range has {
				if n != int(*c.ids.Lens.At(id)) {
					return fmt.Errorf("a trace has %d of the %d events of chain %d", n, *c.ids.Lens.At(id), id)
				}
			}
		}
		events = len(members)
		return nil
	}
	look := func() {
		t := plain{}
		for i := range c.Trace.Events {
			t.keys = append(t.keys, c.Trace.Events[i].Key)
			t.leads = append(t.leads, c.Trace.Leader(&c.Trace.Events[i]))
		}
		traces = append(traces, t)
	}
	x.Options.OnExecution = func(*checker.Progress) bool {
		if err == nil {
			err = check()
		}
		look() // it is not numbered yet
		return err == nil
	}
	c.execute(0, Request{})
	c.Explore()
	if err == nil && x.Stopped == "" {
		err = check()
	}
	return events, c.ids.Len(), len(c.ids.Rest), err
}
