package store

import (
	"math/bits"
	"slices"
	"unsafe"

	"gocheck.dev/checker/internal/flat"
)

// paged is the list of an id with many runs, as bits: whether a trace has all of several
// such ids takes an "and" of words, of 64 traces each, and most words need not be looked
// at, as a page says which ones have any trace at all. What a run takes is 8 bytes; a page
// 24, and 8 for each word that has some traces and lacks others.
//
// Only the end of it changes. The last run is not in it from trace filled on.
type paged struct {
	pages  []page
	words  []uint64 // mixed ones
	filled uint32
	at     int // of contains: the index of a page
}

// page has what a list has of the traces number*pageTraces, …: 64 words.
type page struct {
	number      uint32
	off         uint32 // its mixed words are words[off:], in their order
	some, whole uint64 // by word: has any, has all
}

const (
	pageTraces  = 64 * 64
	pagedFrom   = 16         // so many blocks a list has before it is in pages,
	pageRuns    = 4          // if so many of its runs would be in a page on the average,
	pagedAlways = 64         // or so many
	inPages     = ^uint32(0) // posting.n of a list that is in pages: off is an index into Store.paged
)

// pages returns the list in pages, complete up to the newest trace.
func (s *Store) pages(p *posting) *paged {
	q := &s.paged[p.off]
	s.fill(q, p.last)
	q.at = len(q.pages) - 1
	return q
}

// fill adds what q has not got of a run, which comes after all others.
func (s *Store) fill(q *paged, r Run) {
	from, to := max(r.From, q.filled), min(r.To, s.Traces)
	if from >= to {
		return
	}
	was := q.bytes()
	q.filled = to
	for from < to {
		end := min(to, from&^63+64)
		q.add(from/64, (^uint64(0)>>(64-(end-from)))<<(from%64))
		from = end
	}
	s.pagedBytes += q.bytes() - was
}

// add adds traces of a word, which is the last one that has any, or comes after it.
func (q *paged) add(word uint32, v uint64) {
	n := len(q.pages) - 1
	if n < 0 || q.pages[n].number != word/64 {
		q.pages = append(q.pages, page{number: word / 64, off: uint32(len(q.words))})
		n++
	}
	p := &q.pages[n]
	bit := uint64(1) << (word % 64)
	if p.some&bit == 0 {
		p.some |= bit
		q.words = append(q.words, 0)
	}
	last := len(q.words) - 1
	if q.words[last] |= v; q.words[last] == ^uint64(0) {
		p.whole |= bit
		q.words = q.words[:last]
	}
}

// word is one that has some traces.
func (q *paged) word(p *page, w int) uint64 {
	bit := uint64(1) << w
	if p.whole&bit != 0 {
		return ^uint64(0)
	}
	return q.words[int(p.off)+bits.OnesCount64(p.some&^p.whole&(bit-1))]
}

// seek moves to the newest page that is not newer than the given one.
func (q *paged) seek(number uint32) bool {
	newest := q.pages[q.at].number
	if newest <= number {
		return true
	}
	// Pages up to lo are not newer, from hi on they are. Where none is missing lo is the
	// one.
	lo, hi := max(-1, q.at-int(newest-number)), q.at
	for mid := lo + 1; mid < hi; mid = (lo + hi + 1) / 2 {
		if q.pages[mid].number <= number {
			lo = mid
		} else {
			hi = mid
		}
	}
	q.at = lo
	return lo >= 0
}

// common is the newest trace up to t that all lists of s.both have, none being older than
// trace from.
func (s *Store) common(t, from uint32) (uint32, bool) {
next:
	for {
		number := t / pageTraces
		some := ^uint64(0) >> (63 - t/64%64)
		if from/pageTraces == number {
			some &= ^uint64(0) << (from / 64 % 64)
		}
		for _, q := range s.both {
			if !q.seek(number) {
				return 0, false
			}
			p := &q.pages[q.at]
			if p.number < number {
				if t = p.number*pageTraces + pageTraces - 1; t < from {
					return 0, false
				}
				continue next
			}
			some &= p.some
		}
		for some != 0 {
			w := flat.Leading(some)
			v := ^uint64(0)
			if number*64+uint32(w) == t/64 {
				v >>= 63 - t%64
			}
			for _, q := range s.both {
				if v &= q.word(&q.pages[q.at], w); v == 0 {
					break
				}
			}
			if v != 0 {
				return number*pageTraces + uint32(w*64+flat.Leading(v)), true
			}
			some &^= 1 << w
		}
		if number == 0 || number*pageTraces <= from {
			return 0, false
		}
		t = number*pageTraces - 1
	}
}

// paginate puts a list in pages if that is worth while, all but its last run. One of many
// blocks would have to be read through from its end.
func (s *Store) paginate(p *posting) bool {
	runs := s.arena.runs(p)
	spanned := runs[len(runs)-1].From/pageTraces - runs[0].From/pageTraces + 1
	if int(spanned)*pageRuns > len(runs) && blocksOf(p.n) < pagedAlways {
		return false
	}
	s.paged = append(s.paged, paged{})
	q := &s.paged[len(s.paged)-1]
	for _, r := range runs {
		s.fill(q, r)
	}
	s.arena.release(p.off, p.n)
	p.off, p.n = uint32(len(s.paged)-1), inPages
	return true
}

// clone is q in memory of its own.
func (q *paged) clone() paged {
	return paged{pages: slices.Clone(q.pages), words: slices.Clone(q.words), filled: q.filled}
}

// runs calls what with the runs of the list before trace to.
func (q *paged) runs(to uint32, what func(Run)) {
	var r Run // the present one
	for i := range q.pages {
		p := &q.pages[i]
		for left := p.some; left != 0; left &= left - 1 {
			w := flat.Trailing(left)
			first := p.number*pageTraces + uint32(w*64)
			for v := q.word(p, w); v != 0; {
				n := flat.Trailing(v)
				size := bits.TrailingZeros64(^(v >> n))
				v &^= ^uint64(0) >> (64 - size) << n
				from := first + uint32(n)
				if from >= to {
					break
				}
				if from != r.To || r.To == 0 {
					if r.To > 0 {
						what(r)
					}
					r.From = from
				}
				r.To = min(to, from+uint32(size))
			}
		}
	}
	if r.To > 0 {
		what(r)
	}
}

func (q *paged) bytes() int64 {
	return int64(unsafe.Sizeof(page{}))*int64(cap(q.pages)) + int64(8*cap(q.words))
}
