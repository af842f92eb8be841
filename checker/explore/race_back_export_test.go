package explore

import (
	"fmt"
	"reflect"

	"gocheck.dev/checker"
)

// CheckRacesKept explores by an algorithm up to most executions, and demands of the
// race detector, and of the folder if anything can be folded, that they know after each
// what others know that have seen all of it. It returns how many events there were, and
// how many races.
func CheckRacesKept(p checker.Program, algorithm string, fold bool, most int64) (events, races int, err error) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true, Executions: most, Races: true}}
	if fold {
		defer FoldAtOnce()()
		if x.by = x.learn(); x.by == nil {
			return 0, 0, nil
		}
	}
	x.begin()
	x.o.OnExecution = func(now *checker.Progress) bool {
		again := &exploration{p: p, o: x.o, by: x.by}
		again.begin()
		again.run(&follower{decisions: x.drv.decisions, diverged: -1})
		got, want := x.drv.races, again.drv.races
		if fold {
			if a, b := x.drv.fold.knows(), again.drv.fold.knows(); err == nil && !reflect.DeepEqual(a, b) {
				err = fmt.Errorf("execution %d: the folder knows %+v\nand should %+v", now.Executions, a, b)
			}
		}
		events += want.events
		if want.raced {
			races++
		}
		if a, b := got.known(), want.known(); err == nil && !reflect.DeepEqual(a, b) {
			err = fmt.Errorf("execution %d: it knows %+v\nand should %+v", now.Executions, a, b)
		}
		return true
	}
	a := algorithmOf(checker.Options{Algorithm: algorithm})
	a.explore(x)
	return events, races, err
}

// knows is what a folder has found out in the present execution.
func (f *folder) knows() (all []any) {
	all = append(all, append([]checker.Decision{}, f.full...), append([]foldRow{}, f.rows...), append([]checker.Object{}, f.touched...))
	for i := range f.tasks {
		if t := &f.tasks[i]; len(t.number) > 0 {
			all = append(all, i, t.events, append([]int32{}, t.number...))
		}
	}
	for o, use := range f.objects {
		if use != unused {
			all = append(all, o, use)
		}
	}
	return all
}

// known is all that a detector has found out in the present execution.
func (r *raceDetector) known() (all []any) {
	all = append(all, r.slots, r.events, r.used, r.raced)
	if r.raced {
		all = append(all, r.report)
	}
	for c := range r.used {
		n := len(r.arena[c])
		for n > 0 && r.arena[c][n-1] == 0 {
			n--
		}
		all = append(all, append([]uint32{}, r.arena[c][:n]...))
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
			all = append(all, "object", i, o.twin, o.write, o.read, y.written, y.read, y.updated, y.updates, append([]clock{}, y.ring...), y.sends, y.recvs, append([]checker.Task{}, y.waiters...),
				y.count, append([]access{}, y.waits...), append([]access{}, y.reads...), append([]access{}, y.atomics...))
		}
	}
	return all
}

// RaceBytes explores by closure, and says what the race detector has taken.
func RaceBytes(p checker.Program, o checker.Options) (int64, *checker.Result) {
	x := &exploration{p: p, o: o}
	x.begin()
	closure(x)
	x.res.Bound = x.bound()
	return x.drv.races.bytes(), x.res
}
