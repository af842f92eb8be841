package reversal

import "gocheck.dev/checker/internal/flat"

// Where saturation leaves the order of two messages open one order is tried, and if
// that fails the other one. What a trial changes is noted, to be taken back.

// trial is what has changed since the first of the trials that are being made.
type trial struct {
	depth int      // of trials within trials
	rows  []int32  // that have grown,
	words []uint64 // what they were
	ords  [][2]int // of box, that were nil
}

// mark is a moment of a trial.
type mark struct{ rows, words, ords, edges int }

func (r *trial) reset() { *r = trial{rows: r.rows[:0], words: r.words[:0], ords: r.ords[:0]} }

// change notes that row r, of event f, is about to grow.
func (r *trial) change(f int32, row flat.Set) {
	if r.depth > 0 {
		r.rows, r.words = append(r.rows, f), append(r.words, row...)
	}
}

// precede notes why message j of the box comes before message i.
func (s *Saturation) precede(j, i int, why flat.Set) {
	s.box[j].ord[i] = why
	if s.trial.depth > 0 {
		s.trial.ords = append(s.trial.ords, [2]int{j, i})
	}
}

func (s *Saturation) mark() mark {
	r := &s.trial
	return mark{len(r.rows), len(r.words), len(r.ords), len(s.edges)}
}

// back takes back what has changed since m.
func (s *Saturation) back(m mark) {
	r := &s.trial
	for len(r.rows) > m.rows {
		last, from := len(r.rows)-1, len(r.words)-s.t.Words
		copy(s.row(r.rows[last]), r.words[from:])
		r.rows, r.words = r.rows[:last], r.words[:from]
	}
	for _, o := range r.ords[m.ords:] {
		s.box[o[0]].ord[o[1]] = nil
	}
	r.ords = r.ords[:m.ords]
	s.edges = s.edges[:m.edges]
}

// decide orders the pairs of messages that saturation has left open: as in
// the execution, and if that fails the other way round.
func (s *Saturation) decide() bool {
	if s.Late(len(s.rel)) {
		return false
	}
	for i := range s.box {
		q := &s.box[i]
		for j := range s.box {
			p := &s.box[j]
			if i == j || p.handler != q.handler || !p.started || !q.started || p.ord[i] != nil || q.ord[j] != nil || p.start > q.start {
				continue
			}
			m := s.mark()
			s.trial.depth++
			done := s.put(j, i, s.units(p.start, q.start, -1)) && s.bounded() && s.decide()
			s.trial.depth--
			if done {
				return true
			}
			s.back(m)
			return s.put(i, j, s.units(p.start, q.start, -1)) && s.bounded() && s.decide()
		}
	}
	return true
}
