package tracerun

import "gocheck.dev/internal/tracefile"

// access is an operation's access of a variable or a lock.
type access struct {
	first, last int // operations: LOCK and UNLOCK, or twice the same; last is -1 if there is no UNLOCK
	write       bool
}

// choose finds the variables and locks that matter: those with two operations
// that conflict and whose order is not the same in every reordering.
func (b *builder) choose(reduce bool) {
	uses := map[string][]access{}
	for k := range b.t.Tasks {
		b.uses(k, uses)
	}
	b.kept = map[string]bool{}
	for key, all := range uses {
		b.kept[key] = !reduce || b.contended(all)
	}
	for i := range b.t.Ops {
		switch op := &b.t.Ops[i]; op.Name {
		case "ATOMIC-LOAD", "ATOMIC-STORE", "ATOMIC-ADD", "CAS", "AWAIT":
			b.kept[op.Get("obj")] = true
		}
	}
}

// uses collects the operations of a task.
func (b *builder) uses(k int, uses map[string][]access) {
	type inside struct{ depth, at int }
	held := map[string]inside{}
	for _, i := range b.t.Tasks[k].Ops {
		op := &b.t.Ops[i]
		switch op.Name {
		case "READ", "READ-STATIC", "WRITE", "WRITE-STATIC":
			v, write := location(op)
			uses[v] = append(uses[v], access{i, i, write})
		case "LOCK":
			if !b.t.Monitor(op.Get("lock-obj")) {
				break // all are kept
			}
			l := lockKey(op.Get("lock-obj"))
			h := held[l]
			if h.depth == 0 {
				h.at = len(uses[l])
				uses[l] = append(uses[l], access{i, -1, true})
			}
			h.depth++
			held[l] = h
		case "UNLOCK":
			if !b.t.Monitor(op.Get("lock-obj")) {
				break
			}
			l := lockKey(op.Get("lock-obj"))
			h := held[l]
			if h.depth--; h.depth == 0 {
				uses[l][h.at].last = i
			}
			held[l] = h
		}
	}
}

// contended reports whether two uses of different tasks conflict and may change
// their order.
func (b *builder) contended(all []access) bool {
	for j := range all {
		for i := range j {
			x, y := &all[i], &all[j]
			if !x.write && !y.write || b.t.Ops[x.first].Task == b.t.Ops[y.first].Task {
				continue
			}
			if !(x.last >= 0 && b.order.before(x.last, y.first)) && !(y.last >= 0 && b.order.before(y.last, x.first)) {
				return true
			}
		}
	}
	return false
}

// location is the variable that a read or write is of: the field of an object,
// or of a class.
func location(op *tracefile.Op) (name string, write bool) {
	name = op.Get("obj")
	if c := op.Get("class"); c != "" {
		name += " " + c
	}
	if f := op.Get("field"); f != "" {
		name += " " + f
	}
	return name, op.Name == "WRITE" || op.Name == "WRITE-STATIC"
}

func lockKey(obj string) string { return "lock " + obj }
