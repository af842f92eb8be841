package race

import (
	"gocheck.dev/checker"
)

// Known is all that a detector has found out in the present execution.
func (r *Detector) Known() (all []any) {
	all = append(all, r.slots, r.events, r.used, r.Raced)
	if r.Raced {
		all = append(all, r.Report)
	}
	for c := range r.used {
		n := len(r.Arena[c])
		for n > 0 && r.Arena[c][n-1] == 0 {
			n--
		}
		all = append(all, append([]uint32{}, r.Arena[c][:n]...))
	}
	for i, t := range r.tasks {
		if t.stamp == r.stamp {
			t.stamp, t.saved = 0, 0
			all = append(all, "task", i, t)
		}
	}
	for i, o := range r.objects {
		if o.stamp == r.stamp {
			y := o.sync
			if y == nil {
				y = &raceSync{}
			}
			all = append(all, "object", i, y.twin, o.write, o.read, y.written, y.read, y.updated, y.updates, append([]clock{}, y.ring...), y.sends, y.recvs, append([]checker.Task{}, y.waiters...),
				y.count, append([]access{}, y.waits...), append([]access{}, y.reads...), append([]access{}, y.atomics...))
		}
	}
	return all
}

// Events is how many there were in the present execution.
func (r *Detector) Events() int { return r.events }
