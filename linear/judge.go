package linear

import (
	"cmp"
	"reflect"
	"slices"
)

// The judge looks for an order of the operations that explains their results, in the way of
// Wing and Gong: whatever may come next is tried, and what has other results in that place
// is not looked at any further. There are no copies of structures to go back to, so an order is
// run from its beginning, as far as it explains the results, and what it has shown is kept.

// A node is what is known of the structure after some operations.
type node struct {
	next map[*done]*node
	// Of the last operation, done by one goroutine:
	same    bool // it has come to what it had come to in the execution
	instead *done
	// Of an order of all operations that are over: why it does not explain the execution
	// all the same; "": it does.
	tried bool
	other string
}

// judging is a search.
type judging struct {
	r       *running
	all     []*done // those that are over
	waiting []*done // that were called and did not return
	root    *node
	runs    int
}

// judge ends the test if no order explains what the operations have come to.
func (r *running) judge(s *scenario) {
	j := &judging{r: r, root: &node{}}
	for _, ops := range r.ops {
		for _, d := range ops {
			if d.over {
				j.all = append(j.all, d)
				continue
			}
			if d.called {
				j.waiting = append(j.waiting, d)
			}
			break // what comes after it was not called
		}
	}
	// The order of the search is a function of what the execution has seen, as all is
	// that it does: gocheck explores one of several executions that differ in nothing
	// that they could see.
	slices.SortStableFunc(j.all, func(a, b *done) int {
		return cmp.Or(total(a.seen)-total(b.seen), a.goroutine-b.goroutine)
	})
	if j.search(nil, j.root) {
		if r.p.close.IsValid() {
			r.p.close.Call([]reflect.Value{r.object})
		}
		return
	}
	r.m.Fatal(r.t, r.p.at, j.report(s))
}

func total(counts []int32) int {
	n := 0
	for _, c := range counts {
		n += int(c)
	}
	return n
}

// search says whether the order can be continued to one that explains everything.
func (j *judging) search(order []*done, at *node) bool {
	if len(order) == len(j.all) {
		if !at.tried {
			j.try(order)
		}
		return at.other == ""
	}
	for _, d := range j.all {
		if !j.may(d, order) {
			continue
		}
		if at.next[d] == nil {
			j.try(j.complete(append(order[:len(order):len(order)], d)))
		}
		if n := at.next[d]; n.same && j.search(append(order[:len(order):len(order)], d), n) {
			return true
		}
	}
	return false
}

// may says whether an operation may come after those of the order, and before all others.
func (j *judging) may(d *done, order []*done) bool {
	if slices.Contains(order, d) {
		return false
	}
	for _, e := range j.all {
		if e != d && !slices.Contains(order, e) && j.precedes(e, d) {
			return false
		}
	}
	return true
}

// precedes says whether one operation has to come before another one.
func (j *judging) precedes(a, b *done) bool {
	first := int32(j.r.first)
	switch {
	case a.goroutine == 0 && b.goroutine == 0:
		return a.index < b.index
	case a.goroutine == 0 && int32(a.index) < first:
		return true
	case b.goroutine == 0 && int32(b.index) < first:
		return false
	case j.r.p.order == ofQuietness:
		return j.quietBetween(a, b)
	case a.goroutine == b.goroutine:
		return a.index < b.index
	case j.r.p.order == ofProgram && a.goroutine > 0 && b.goroutine > 0:
		return false
	}
	return b.seen[a.goroutine] > int32(a.index)
}

// quietBetween says whether there was a moment between two operations at which none was under
// way: all that b sees is over, and so it was for all that were called later.
func (j *judging) quietBetween(a, b *done) bool {
	cut := slices.Clone(b.seen)
	for again := true; again; {
		again = false
		for _, d := range slices.Concat(j.all, j.waiting) {
			if int32(d.index) < cut[d.goroutine] {
				continue
			}
			for g := range cut {
				if d.seen[g] < cut[g] {
					cut[g], again = d.seen[g], true
				}
			}
		}
	}
	return int32(a.index) < cut[a.goroutine]
}

// complete is an order of all operations that begins so.
func (j *judging) complete(order []*done) []*done {
	for len(order) < len(j.all) {
		i := slices.IndexFunc(j.all, func(d *done) bool { return j.may(d, order) })
		order = append(order, j.all[i])
	}
	return order
}

// try does the operations in that order, until one of them comes to something else.
func (j *judging) try(order []*done) {
	j.runs++
	p := j.r.p
	create, model := p.create, p.model.IsValid()
	if model {
		create = p.model
	}
	object := create.Call(nil)[0]
	defer func() {
		if p.close.IsValid() && !model {
			p.close.Call([]reflect.Value{object})
		}
	}()
	at := j.root
	for _, d := range order {
		again := j.again(d, object, model)
		if at.next == nil {
			at.next = map[*done]*node{}
		}
		if at.next[d] == nil {
			at.next[d] = &node{same: again.over && same(again, d), instead: again}
		}
		if at = at.next[d]; !at.same {
			return
		}
	}
	at.tried = true
	for _, d := range j.waiting {
		if j.again(d, object, model).over {
			at.other = d.String() + " would not wait for ever"
			return
		}
	}
	if p.state.IsValid() && len(j.waiting) == 0 {
		is := p.state.Call([]reflect.Value{j.r.object})[0]
		var would reflect.Value
		if model {
			would = object.MethodByName("State").Call(nil)[0]
		} else {
			would = p.state.Call([]reflect.Value{object})[0]
		}
		if !reflect.DeepEqual(is.Interface(), would.Interface()) {
			at.other = "the state is " + show(is) + ", and would be " + show(would)
		}
	}
}

// again does an operation once more, with another structure.
func (j *judging) again(d *done, object reflect.Value, model bool) *done {
	again := &done{call: d.call}
	if !d.op.blocking {
		again.do(object, model)
		return again
	}
	j.r.m.Go(func() { again.do(object, model) })
	j.r.m.Settle()
	return again
}

// same says whether an operation has come to the same twice.
func same(a, b *done) bool {
	if a.panicked != b.panicked || len(a.results) != len(b.results) {
		return false
	}
	for i := range a.results {
		if !reflect.DeepEqual(a.results[i].Interface(), b.results[i].Interface()) {
			return false
		}
	}
	return true
}
