package racegen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// An item is one thing that a task does.
type item struct {
	point int // over 0: the task signals, or waits for, signal point-1

	variable      int
	form          string // of the access
	write, atomic bool
	wraps         []string
	lock          int    // over 0: under lock lock-1
	locking       string // how
	reading       bool   // it is held for reading
}

// A program is two tasks and what they share.
type program struct {
	kinds    []int // of the variables
	lockings []int
	signals  []int
	tasks    [2][]item
}

// random makes a program: most accesses follow the rule that keeps their variable's accesses apart.
func random(r *rand.Rand) *program {
	p := &program{}
	signals := r.IntN(2)
	for range signals {
		p.signals = append(p.signals, r.IntN(len(signallings)))
	}
	locks := 1 + r.IntN(2)
	for range locks {
		p.lockings = append(p.lockings, r.IntN(len(lockings)))
	}
	// Each task's items in phases: before its signals or waits, and after.
	var phases [2][2][]item
	for v := range 1 + r.IntN(3) {
		k := r.IntN(len(kinds))
		p.kinds = append(p.kinds, k)
		rule := r.IntN(5) // 0: a lock, 1: the signal, 2: one task only, 3: only reads, 4: atomics
		lock := 1 + r.IntN(locks)
		if rule == 1 && signals == 0 || rule == 4 && len(kinds[k].atomicReads) == 0 {
			rule = 0
		}
		owner := r.IntN(2)
		for range 2 + r.IntN(3) {
			task, phase := r.IntN(2), r.IntN(2)
			it := item{variable: v, write: r.IntN(2) == 0}
			breaks := r.IntN(7) == 0
			switch rule {
			case 0:
				if !breaks {
					it.lock = lock
				} else if locks > 1 && r.IntN(2) == 0 {
					it.lock = 3 - lock
				}
			case 1: // the first task before it signals, the second after it has waited
				if phase = task; breaks {
					phase = 1 - phase
				}
			case 2:
				if task = owner; breaks {
					task = 1 - task
				}
			case 3:
				it.write = it.write && breaks
			case 4:
				it.atomic = !breaks
			}
			p.shape(r, &it, k)
			phases[task][phase] = append(phases[task][phase], it)
		}
	}
	for task := range p.tasks {
		p.tasks[task] = phases[task][0]
		for s := range p.signals {
			p.tasks[task] = append(p.tasks[task], item{point: s + 1})
		}
		p.tasks[task] = append(p.tasks[task], phases[task][1]...)
	}
	return p
}

// shape chooses how an access is written.
func (p *program) shape(r *rand.Rand, it *item, k int) {
	pick := func(from []string) string {
		for {
			form := from[r.IntN(len(from))]
			if _, ok := known[kinds[k].name+": "+form]; !ok {
				return form
			}
		}
	}
	switch kind := kinds[k]; {
	case it.atomic && it.write:
		it.form = pick(kind.atomicAdds)
	case it.atomic:
		it.form = pick(kind.atomicReads)
	case it.write:
		it.form = pick(kind.writes)
	default:
		it.form = pick(kind.reads)
	}
	for range max(0, r.IntN(4)-1) {
		it.wraps = append(it.wraps, pick(wraps))
	}
	if it.lock > 0 {
		l := lockings[p.lockings[it.lock-1]]
		if it.locking = pick(l.write); !it.write && len(l.read) > 0 && r.IntN(2) == 0 {
			it.locking, it.reading = pick(l.read), true
		}
	}
}

// racy tells by construction whether two accesses have a race.
func (p *program) racy() bool {
	for i, a := range p.tasks[0] {
		for j, b := range p.tasks[1] {
			if a.point > 0 || b.point > 0 || a.variable != b.variable || !a.write && !b.write || a.atomic && b.atomic {
				continue
			}
			if a.lock > 0 && a.lock == b.lock && !(a.reading && b.reading) {
				continue
			}
			if !p.ordered(i, j) {
				return true
			}
		}
	}
	return false
}

// ordered tells whether a signal orders item i of the first task and item j of the second.
func (p *program) ordered(i, j int) bool {
	at := func(task, point int) int {
		for k, it := range p.tasks[task] {
			if it.point == point {
				return k
			}
		}
		return -1
	}
	for s, kind := range p.signals {
		signal, await := at(0, s+1), at(1, s+1)
		if signal < 0 || await < 0 {
			continue
		}
		if i < signal && j > await || signallings[kind].both && i > signal && j < await {
			return true
		}
	}
	return false
}

// without is the program without some items: both halves of a signal, or one access.
func (p *program) without(task, i int) *program {
	q := &program{kinds: p.kinds, lockings: p.lockings, signals: p.signals}
	gone := p.tasks[task][i]
	for t := range p.tasks {
		for j, it := range p.tasks[t] {
			if t == task && j == i || gone.point > 0 && it.point == gone.point {
				continue
			}
			q.tasks[t] = append(q.tasks[t], it)
		}
	}
	return q
}

// plainer is the program with one of an access's wraps left out.
func (p *program) plainer(task, i, wrap int) *program {
	q := &program{kinds: p.kinds, lockings: p.lockings, signals: p.signals}
	for t := range p.tasks {
		q.tasks[t] = append([]item(nil), p.tasks[t]...)
	}
	it := &q.tasks[task][i]
	it.wraps = append(append([]string(nil), it.wraps[:wrap]...), it.wraps[wrap+1:]...)
	return q
}

// source writes the program as a test.
func (p *program) source(name string) string {
	var b strings.Builder
	n := 0
	fill := func(text, v, l, s string) string {
		n++
		return strings.NewReplacer("$v", v, "$l", l, "$n", fmt.Sprint(n), "$s", s).Replace(text)
	}
	used, locked, signalled := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, items := range p.tasks {
		for _, it := range items {
			if it.point > 0 {
				signalled[it.point-1] = true
				continue
			}
			used[it.variable] = true
			if it.lock > 0 {
				locked[it.lock-1] = true
			}
		}
	}
	fmt.Fprintf(&b, "func %s(t *testing.T) {\n", name)
	for v, k := range p.kinds {
		if used[v] {
			fmt.Fprintf(&b, "\t%s // %s\n", fill(kinds[k].decl, fmt.Sprint("v", v), "", ""), kinds[k].name)
		}
	}
	for l, k := range p.lockings {
		if locked[l] {
			fmt.Fprintf(&b, "\t%s\n", fill(lockings[k].decl, "", fmt.Sprint("l", l), ""))
		}
	}
	for s, k := range p.signals {
		if signalled[s] {
			fmt.Fprintf(&b, "\t%s\n", fill(signallings[k].decl, "", fmt.Sprint("s", s), ""))
		}
	}
	b.WriteString("\tboth(")
	for t, items := range p.tasks {
		b.WriteString("func() {\n")
		for _, it := range items {
			if it.point > 0 {
				k := signallings[p.signals[it.point-1]]
				fmt.Fprintf(&b, "\t\t%s\n", fill([2]string{k.signal, k.await}[t], "", fmt.Sprint("s", it.point-1), ""))
				continue
			}
			text := fill(it.form, fmt.Sprint("v", it.variable), "", "")
			if strings.HasPrefix(it.form, "defer ") { // and is done at once
				text = fill("func() { $s }()", "", "", text)
			}
			for _, w := range it.wraps {
				text = fill(w, "", "", text)
			}
			switch {
			case it.locking != "":
				text = fill(it.locking, "", fmt.Sprint("l", it.lock-1), text)
			default: // names are of this item only
				text = fill("func() { $s }()", "", "", text)
			}
			fmt.Fprintf(&b, "\t\t%s\n", text)
		}
		b.WriteString([2]string{"\t}, ", "\t})\n"}[t])
	}
	// A variable that is only assigned is not used, to the compiler.
	for v := range p.kinds {
		if used[v] {
			fmt.Fprintf(&b, "\t_ = &v%d\n", v)
		}
	}
	b.WriteString("}\n")
	return b.String()
}
