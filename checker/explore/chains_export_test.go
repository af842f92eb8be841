package explore

import (
	"fmt"

	"gocheck.dev/checker"
)

// CheckChains explores by closure, most executions at most, and says what is wrong with the
// chains after each: every event of every explored trace has to have a number of its own, and
// every trace has to have all of a chain or nothing of it. It counts events, chains and cuts.
func CheckChains(p checker.Program, most int64) (events, chains, cuts int, err error) {
	type plain struct {
		keys  []key
		leads []int32
	}
	var traces []plain
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Executions: most}}
	x.begin()
	c := newSearch(x)
	check := func() error {
		members := map[member]key{}
		for n := range traces {
			nums := make([]member, len(traces[n].keys))
			has := map[uint32]int{}
			for i, k := range traces[n].keys {
				var lead member
				if l := traces[n].leads[i]; l >= 0 {
					lead = nums[l]
				}
				m, ok := c.ids.find(k, lead, traces[n].leads[i] >= 0)
				if !ok {
					return fmt.Errorf("event %d of trace %d has no number", i, n)
				}
				if other, ok := members[m]; ok && other != k {
					return fmt.Errorf("event %d of trace %d has the number %v of another one", i, n, m)
				}
				if now := c.ids.now(m); now != m {
					return fmt.Errorf("event %d of trace %d has the number %v, which is %v now", i, n, m, now)
				}
				members[m], nums[i] = k, m
				has[m.id]++
			}
			for id, n := range has {
				if n != int(*c.ids.lens.at(id)) {
					return fmt.Errorf("a trace has %d of the %d events of chain %d", n, *c.ids.lens.at(id), id)
				}
			}
		}
		events = len(members)
		return nil
	}
	look := func() {
		t := plain{}
		for i := range c.t.events {
			t.keys = append(t.keys, c.t.events[i].key)
			t.leads = append(t.leads, c.t.leader(&c.t.events[i]))
		}
		traces = append(traces, t)
	}
	x.o.OnExecution = func(*checker.Progress) bool {
		if err == nil {
			err = check()
		}
		look() // it is not numbered yet
		return err == nil
	}
	c.execute(0, request{})
	c.explore()
	if err == nil && x.stopped == "" {
		err = check()
	}
	return events, c.ids.len(), len(c.ids.rest), err
}
