package worker

import (
	"time"

	"gocheck.dev/internal/wire"
)

// A piece is a part of the exploration of a test.
type piece struct {
	of     *sharing
	serial int64    // of the work in hand
	part   []byte   // what is still to be run; nil: everything, if it has not begun
	file   string   // where that is, if it is large: part is its hash
	done   wire.Sum // what came of what is not in part
	by     *served  // nil: no process works on it
	over   bool
	ended  bool          // and with it the test: what comes after it does not count
	result *wire.Result  // the last words of its process, which ended with it,
	failed *wire.Failure // and
	kills  int           // of its processes, from outside
	gave   time.Time     // away, last
	owner  *owner        // of a part of a closure; nil: it is none
	refuse refusal
	id     string // of what is still to be run, among all work of all places; "": it has none yet
	begun  bool   // work has had that id
	gives  int    // parts that the work in hand has given away

	// Of the work in hand, as its process has said last.
	now      wire.Sum
	rest     []byte
	restFile string // as file
}

// sofar is the result so far.
func (p *piece) sofar() wire.Sum {
	s := copied(&p.done)
	add(&s, &p.now)
	return s
}

// settle makes the process's last report final, because the process will send no more.
func (p *piece) settle() {
	p.done = p.sofar()
	if p.rest != nil {
		p.part, p.file = p.rest, p.restFile
	}
	p.now, p.rest, p.restFile, p.by = wire.Sum{}, nil, "", nil
}

// clock is the time of a test.
type clock struct {
	began  time.Time
	budget time.Duration // 0: none
	taken  bool          // far: somebody has begun
	early  bool          // what is left of it is for phases
}

// remaining is the rest of the budget at a time, at least a millisecond. 0 means no bound.
func (c *clock) remaining(now time.Time) time.Duration {
	if c.budget == 0 {
		return 0
	}
	return max(c.budget-now.Sub(c.began), time.Millisecond)
}

// late reports whether the time is over, for explorations before phases.
func (c *clock) late(now time.Time) bool {
	return c.early || c.budget > 0 && !c.began.IsZero() && now.Sub(c.began) >= c.budget
}

// sharing is the exploration of one test by any number of processes. Its pieces are in the
// order of the sequential exploration. A part that is given away comes directly after the rest
// of the piece that it was taken from. So the results, added up in this order, are those of the
// sequential exploration.
type sharing struct {
	test   string
	pieces []*piece
	clock
	divides bool // the algorithm can be divided
	kept    bool // what is left can be kept
	phase   phase
	next    int       // number of an owner
	splits  [][]byte  // letters, of who has given what to whom
	seen    *wire.Sum // with failures, by owners; the test is explored anew
	sum     wire.Sum  // reporting: what it came to
	closer  *piece    // reporting: the work of who does
	left    []*piece  // what there was no time for
	leftLog int       // how much of log was said then
	resumed bool      // from a checkpoint
	settled *settled
	found   *wire.Failure // by whoever reports it, who is still making it smaller
	met     met

	// See quiet.go.
	crowded  bool           // other processes ran beside it
	held     []wire.Message // failures, until they have come again without others
	verdict  *wire.Result   // inDoubt: waits for that
	doubted  phase          // inDoubt: the one before
	verifier *piece         // inDoubt: the work of who tries
	alone    bool           // it is explored again without others

	again int // how often it was begun anew

	log    []wire.Message // said of it, except progress
	passed int            // of log to the sink
	kills  int            // of who was to report, from outside
	skip   int            // messages that a process repeats which has to begin again
	said   int64          // executions, in the last progress message
}

// gave inserts the part that p has given away into the order of the pieces.
func (t *sharing) gave(p *piece, part []byte) {
	for i, q := range t.pieces {
		if q == p {
			t.pieces = append(t.pieces[:i+1], append([]*piece{{of: t, part: part, id: p.child()}}, t.pieces[i+1:]...)...)
			return
		}
	}
}

// before reports whether executions before p have left a goroutine blocked, and whether some have
// not. A test ends as soon as both have happened.
func (t *sharing) before(p *piece) (clean, leaks bool) {
	for _, q := range t.pieces {
		if q == p {
			break
		}
		clean = clean || q.done.Clean > 0 || q.now.Clean > 0
		leaks = leaks || q.done.Leaks > 0 || q.now.Leaks > 0
	}
	return clean, leaks
}

// trim drops the pieces after the first one that has ended the test, and returns
// who is working on them.
func (t *sharing) trim() []*served {
	for i, p := range t.pieces {
		if !p.ended {
			continue
		}
		var busy []*served
		for _, q := range t.pieces[i+1:] {
			if q.by != nil {
				busy = append(busy, q.by)
				q.by = nil
			}
		}
		t.pieces = t.pieces[:i+1]
		return busy
	}
	return nil
}

// explored reports whether there is nothing more to run. When the time is over, no waiting
// piece is begun any more.
func (t *sharing) explored(late bool) bool {
	for _, p := range t.pieces {
		if !p.over && (p.by != nil || !late) {
			return false
		}
	}
	return len(t.pieces) > 0
}

// total is the sum of the pieces' results.
func (t *sharing) total() wire.Sum {
	var s wire.Sum
	for _, p := range t.pieces {
		o := p.sofar()
		add(&s, &o)
		if !p.over {
			s.Bound = worse(s.Bound, "time")
		}
	}
	s.Early = t.early
	return s
}
