package store

import (
	"unsafe"

	"gocheck.dev/checker/internal/flat"
)

// Store is S of docs/design/algorithms.md: the explored traces, for one question
// only: is there one that has all of these events? So it keeps, for every
// id, the numbers of the traces that contain it. As the exploration goes depth
// first, most events of a trace are those of the one before it: what is kept are
// the runs of such numbers, and what goes on from one trace to the next costs
// nothing.
//
// The ids are those of chains of events, and are numbered as they come. So where the
// first run of one begins need not be kept with it: it is the trace that has numbered it
// (begun). For most that is the only run, and the four bytes of ends all that is kept.
type Store struct {
	Ends       flat.Growing[uint32] // by id: where its only run ends, or several + an index into lists
	first      flat.Growing[uint32] // by trace: how many ids there were before it
	hints      flat.Growing[uint32] // by id/hintIDs: the trace that was the first to have hintIDs*i
	lists      []posting            // each is that of all ids with the same traces: see lists.go
	arena      arena                // their runs: see runs.go
	paged      []paged              // the long ones of lists
	pagedBytes int64                // bytes of these
	Traces     uint32
	Older      uint32        // so many traces are forgotten
	Newest     []uint32      // the ids of the newest trace
	Hashes     flat.KeyTable // of whole traces

	leaving, coming []uint32            // of insert: ids with lists that the newest trace leaves, or enters again
	twins           map[uint32]uint32   // by list: the one that has the newest trace besides, or all but that
	twice           map[Run]uint32      // by the only run that ids had before the newest trace: their list
	equal           map[flat.Key]uint32 // lists by their runs, while ids are adopted

	// Scratch memory of contains.
	order []cursor
	both  []*paged
}

// Run is the traces from, …, to-1.
type Run struct{ From, To uint32 }

const (
	GoesOn  = 1<<31 - 1 // the end of a run that the newest trace belongs to
	several = 1 << 31   // there is more than one run
	hintIDs = 32
)

// cursor is a place in a list: a run, before which at bytes are left. Without a list it is
// an id with one run.
type cursor struct {
	*posting
	id, end uint32
	at      uint32
	run     Run
}

// Known says whether a trace with exactly these events was explored, and notes
// that it is now. This is not forgotten.
func (s *Store) Known(k flat.Key) bool {
	_, fresh := s.Hashes.Number(k)
	return !fresh
}

// Insert adds a trace. Ids are numbers from 0 on, the next one at their first use.
func (s *Store) Insert(ids []uint32) {
	n := s.Traces
	s.Traces++
	s.first.Push(uint32(s.Ends.N))
	same := 0 // that go on without being looked at
	for same < len(ids) && same < len(s.Newest) && ids[same] == s.Newest[same] {
		same++
	}
	if s.twins == nil {
		s.twins, s.twice = map[uint32]uint32{}, map[Run]uint32{}
	}
	clear(s.twins)
	clear(s.twice)
	for _, id := range s.Newest[same:] {
		if end := s.Ends.At(id); *end&several == 0 {
			*end = n
		} else {
			s.leaves(id, *end&^several, n)
		}
	}
	for _, id := range ids[same:] {
		if int(id) == s.Ends.N {
			if id%hintIDs == 0 {
				s.hints.Push(n)
			}
			s.Ends.Push(GoesOn)
			continue
		}
		if end := s.Ends.At(id); *end == n {
			*end = GoesOn
		} else {
			s.comes(id, end, n)
		}
	}
	if len(s.leaving)+len(s.coming) > 0 {
		s.regroup(n)
	}
	s.Newest = append(s.Newest[:same], ids[same:]...)
}

// begun is the first trace that has the id.
func (s *Store) begun(id uint32) uint32 {
	from, to := *s.hints.At(id / hintIDs), uint32(s.first.N) // where first is at most id, and above
	if i := id/hintIDs + 1; int(i) < s.hints.N {
		to = *s.hints.At(i) + 1
	}
	for to-from > 1 {
		if mid := (from + to) / 2; *s.first.At(mid) > id {
			to = mid
		} else {
			from = mid
		}
	}
	return from
}

// startedBy says whether trace t or an older one has the id.
func (s *Store) startedBy(id, t uint32) bool {
	i := id / hintIDs
	if *s.hints.At(i) > t {
		return false
	}
	return int(i)+1 < s.hints.N && *s.hints.At(i + 1) <= t || s.begun(id) <= t
}

// Ever is how many traces there have been, those that are forgotten included.
func (s *Store) Ever() uint32 { return s.Older + s.Traces }

// Since is the number of the first trace that has come since ever was that.
func (s *Store) Since(ever uint32) uint32 { return max(ever, s.Older) - s.Older }

// Contains says whether some trace from number from on has all the ids. It goes from
// the newest trace backwards, to the newest one that the next list has, until all
// lists have it.
func (s *Store) Contains(ids []uint32, from uint32) bool {
	s.order, s.both = s.order[:0], s.both[:0]
	short := 0
	for _, id := range ids {
		if int(id) >= s.Ends.N {
			return false
		}
		c := cursor{id: id, end: *s.Ends.At(id)}
		if c.end&several != 0 {
			c.posting = &s.lists[c.end&^several]
			if c.last.To <= from {
				return false
			}
			if c.n == inPages {
				s.both = append(s.both, s.pages(c.posting))
				continue
			}
			c.at, c.run = c.n, c.last
		} else if c.end == GoesOn && s.startedBy(id, 0) {
			continue // in every trace
		}
		if s.order = append(s.order, c); c.at < s.order[short].at {
			short = len(s.order) - 1
		}
	}
	lists := len(s.order)
	if lists > 0 {
		s.order[0], s.order[short] = s.order[short], s.order[0]
	}
	asked := lists
	if len(s.both) > 0 {
		asked++
	}
	if asked == 0 {
		return s.Traces > from
	}
	t := s.Traces - 1
	for agreed, i := 0, 0; agreed < asked; i = (i + 1) % asked {
		var newest uint32
		var ok bool
		if i < lists {
			newest, ok = s.seek(&s.order[i], t)
		} else {
			newest, ok = s.common(t, from)
		}
		if !ok || newest < from {
			return false
		}
		if newest == t {
			agreed++
		} else {
			t, agreed = newest, 1
		}
	}
	return true
}

// seek moves a cursor to the last run that begins at t or before it, and returns
// the newest trace of that up to t.
func (s *Store) seek(c *cursor, t uint32) (uint32, bool) {
	if c.posting == nil {
		t = min(t, c.end-1)
		return t, s.startedBy(c.id, t)
	}
	for c.run.From > t {
		if c.at == 0 {
			return 0, false
		}
		c.run, c.at = s.arena.before(c.off, c.at, c.run.From)
	}
	return min(t, c.run.To-1), true
}

// Bytes is the memory for what can be forgotten.
func (s *Store) Bytes() int64 {
	return s.Ends.Bytes() + s.first.Bytes() + s.hints.Bytes() + s.pagedBytes + int64(unsafe.Sizeof(paged{}))*int64(cap(s.paged)) +
		int64(unsafe.Sizeof(posting{}))*int64(cap(s.lists)) + int64(cap(s.arena.bytes))
}
