package checker

// dfs explores every interleaving: depth first, backtracking over the
// decisions. It is the reference for small programs, and hopeless for others.
func dfs(x *exploration) {
	s := &interleavings{}
	if x.o.CountRedundant {
		s.trace = &trace{}
	}
	var seen keyTable
	for x.stopped == "" {
		out := x.run(s)
		if s.diverged >= 0 {
			out.Failure = divergence(x.p, s.diverged, s.divergedAt, "an alternative that was there before is gone")
		}
		if s.trace != nil {
			if _, fresh := seen.number(s.trace.whole()); !fresh {
				x.res.Redundant++
			}
		}
		x.count(out)
		if !s.advance() {
			return
		}
	}
}

// interleavings is the state of dfs: at each depth the alternatives, flat.
type interleavings struct {
	alts       []Decision
	levels     []level
	depth      int
	diverged   int // step, or -1
	divergedAt Decision
	trace      *trace // nil: nobody asks for redundant executions
}

type level struct{ from, at int } // alternatives of the level: alts[from:], chosen alts[at]

func (s *interleavings) next(d *driver, st State) (Decision, bool) {
	if len(d.decisions) == 0 {
		s.depth, s.diverged = 0, -1
		if s.trace != nil {
			s.trace.reset()
			s.trace.begin(st)
		}
	}
	if s.depth < len(s.levels) {
		dec := s.alts[s.levels[s.depth].at]
		if !d.enabled(st, dec) {
			s.diverged, s.divergedAt = s.depth, dec
			return Decision{}, false
		}
		s.depth++
		return dec, true
	}
	from := len(s.alts)
	for _, t := range st.Tasks() {
		s.alts = st.Decisions(t, s.alts)
	}
	if len(s.alts) == from {
		return Decision{}, false
	}
	s.levels = append(s.levels, level{from, from})
	s.depth++
	return s.alts[from], true
}

func (s *interleavings) did(_ *driver, st State, ev *Event) {
	if s.trace != nil {
		s.trace.record(st, ev)
	}
}

// advance moves on to the next untried alternative, deepest first.
func (s *interleavings) advance() bool {
	for n := len(s.levels) - 1; n >= 0; n-- {
		l := &s.levels[n]
		end := len(s.alts)
		if l.at+1 < end {
			l.at++
			return true
		}
		s.alts = s.alts[:l.from]
		s.levels = s.levels[:n]
	}
	return false
}
