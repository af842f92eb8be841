package engine

import "gocheck.dev/checker"

// An execution that begins as the one before it, to the folder: in the program's
// steps. It goes back to where the first of them begins that is not made again.

// foldRow is a step of the strategy.
type foldRow struct {
	first   int  // step of the program
	touched int  // objects that were touched before it
	joint   bool // it is one of Decision.Partner, too
}

// Repeats implements Repeater.
func (f *folder) Repeats() (n int, keep bool) {
	n, keep = f.d.repeats, f.d.repeating != nil
	return f.end(n), keep
}

// end is how many steps of the program the first n of the strategy are.
func (f *folder) end(n int) int {
	if n < len(f.rows) {
		return f.rows[n].first
	}
	return len(f.full)
}

// Repeated implements Repeater. If not all has happened again, the next step of the
// program may be amidst one of the strategy, and is not what was assumed.
func (f *folder) Repeated(st checker.State, n int, values []checker.Value, _ *checker.Event) {
	f.st, f.last = st, false
	rows := f.d.repeats
	if n < f.end(rows) {
		f.broken, f.full = true, f.full[:n]
		return
	}
	f.back(rows)
	f.values = f.values[:0]
	row := 0
	for _, v := range values {
		for row < rows && f.rows[row].first < v.Event {
			row++
		}
		if row < rows && f.rows[row].first == v.Event { // else it is in no trace
			v.Event = row
			f.values = append(f.values, v)
		}
	}
	f.d.Repeated(f, rows, f.values, nil)
}

// Late implements Repeater.
func (f *folder) Late() bool { return f.d.Late() }

// back leaves what was before the strategy's step n.
func (f *folder) back(n int) {
	f.races.State = f.st
	f.races.Back(f.end(n))
	for len(f.rows) > n {
		row := f.rows[len(f.rows)-1]
		for i := len(f.full) - 1; i >= row.first; i-- {
			task := f.task(f.full[i].Task)
			task.number = task.number[:len(task.number)-1]
			if i == row.first {
				task.events--
			}
		}
		if row.joint {
			task := f.task(f.full[row.first].Partner)
			task.number, task.events = task.number[:len(task.number)-1], task.events-1
		}
		for _, o := range f.touched[row.touched:] {
			f.objects[o] = unused
		}
		f.full, f.touched, f.rows = f.full[:row.first], f.touched[:row.touched], f.rows[:len(f.rows)-1]
	}
}
