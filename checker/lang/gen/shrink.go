package gen

import "gocheck.dev/checker/lang"

// Shrink looks for a smaller program that still fails, by leaving out one
// statement, case or body after the other until nothing can be left out.
func Shrink(p *lang.Program, fails func(*lang.Program) bool) *lang.Program {
	for again := true; again; {
		again = false
		for i := 0; ; i++ {
			q, ok := reduce(p, i)
			if !ok {
				break
			}
			if q.Compile() == nil && fails(q) {
				p, again = q, true
				i--
			}
		}
	}
	return p
}

// reduce returns a copy of p with its n-th simplification.
func reduce(p *lang.Program, n int) (*lang.Program, bool) {
	q := &lang.Program{Coarse: p.Coarse, Pause: p.Pause, Faults: p.Faults}
	q.Vars = append(q.Vars, p.Vars...)
	q.Caps = append(q.Caps, p.Caps...)
	q.FIFO = append(q.FIFO, p.FIFO...)
	r := &reducer{n: n}
	for i := range p.Bodies {
		code := p.Bodies[i].Code
		if len(code) > 0 && r.here() {
			code = nil
		}
		q.Bodies = append(q.Bodies, lang.Body{Name: p.Bodies[i].Name, Code: r.block(code)})
	}
	for i := range q.FIFO {
		if q.FIFO[i] && r.here() {
			q.FIFO[i] = false
		}
	}
	// Bodies that nothing starts any more would become threads: drop them, and
	// threads that are empty.
	for i := len(q.Bodies) - 1; i >= 0; i-- {
		b := &q.Bodies[i]
		if b.Name != "main" && !starts(q, i) && (len(b.Code) == 0 || starts(p, i)) {
			q.Bodies = append(q.Bodies[:i], q.Bodies[i+1:]...)
			renumber(q, i)
		}
	}
	return q, r.n < 0
}

func starts(p *lang.Program, body int) bool {
	found := false
	each(p, func(s *lang.Stmt) {
		switch s.Kind {
		case lang.Go, lang.Post, lang.PostFront, lang.AfterFunc:
			found = found || s.Body == body
		}
	})
	return found
}

func renumber(p *lang.Program, removed int) {
	each(p, func(s *lang.Stmt) {
		if s.Body > removed {
			s.Body--
		}
	})
}

func each(p *lang.Program, f func(*lang.Stmt)) {
	var walk func(code []lang.Stmt)
	walk = func(code []lang.Stmt) {
		for i := range code {
			f(&code[i])
			walk(code[i].Then)
			walk(code[i].Else)
			walk(code[i].Cases)
		}
	}
	for i := range p.Bodies {
		walk(p.Bodies[i].Code)
	}
}

// reducer copies code and makes the simplification that n counts down to.
type reducer struct{ n int }

// here says whether this is the simplification to make.
func (r *reducer) here() bool {
	r.n--
	return r.n == -1
}

func (r *reducer) block(code []lang.Stmt) []lang.Stmt {
	var out []lang.Stmt
	for i := range code {
		s := code[i]
		if r.here() {
			continue
		}
		if len(s.Then) > 0 && (s.Kind == lang.If || s.Kind == lang.Once || s.Kind == lang.Loop) && r.here() {
			out = append(out, r.block(s.Then)...)
			continue
		}
		if s.Kind == lang.Select && len(s.Cases) == 1 && !s.Default && r.here() {
			c := s.Cases[0]
			then := c.Then
			c.Then = nil
			out = append(out, c)
			out = append(out, r.block(then)...)
			continue
		}
		if s.Kind == lang.Select && s.Default && r.here() {
			s.Default, s.Else = false, nil
		}
		s.Then = r.block(s.Then)
		s.Else = r.block(s.Else)
		var cases []lang.Stmt
		for _, c := range s.Cases {
			if len(s.Cases) > 1 && r.here() {
				continue
			}
			c.Then = r.block(c.Then)
			cases = append(cases, c)
		}
		s.Cases = cases
		out = append(out, s)
	}
	return out
}
