package inturn

import (
	"io"
	"slices"
	"sync"

	"gocheck.dev/internal/tips"
)

// A Sequence prints the texts of its slots in the order of the slots. The text of the first
// open slot is passed through at once. Texts of later slots are kept until it is their turn.
// Which tip is the first of its kind is decided when it comes out, so that it does not depend
// on which package was faster.
type Sequence struct {
	mu    sync.Mutex
	w     io.Writer
	given *tips.Given
	Slots []*Slot
	turn  int
}

// A Slot is where one text is written.
type Slot struct {
	of     *Sequence
	nth    int
	kept   []piece
	closed bool
}

// A piece of what a slot keeps: text, or a tip.
type piece struct {
	text  []byte
	about tips.Topic
}

// New is a sequence of n slots that prints to w. Tips need what was given of them.
func New(w io.Writer, n int, given *tips.Given) *Sequence {
	q := &Sequence{w: w, given: given}
	for i := range n {
		q.Slots = append(q.Slots, &Slot{of: q, nth: i})
	}
	return q
}

// Write implements io.Writer.
func (s *Slot) Write(p []byte) (int, error) {
	return len(p), s.put(piece{text: slices.Clone(p)})
}

// Tip says something on a topic, if nothing was said on it before.
func (s *Slot) Tip(about tips.Topic) error { return s.put(piece{about: about}) }

func (s *Slot) put(p piece) error {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	if s.nth != s.of.turn {
		s.kept = append(s.kept, p)
		return nil
	}
	return s.of.write(p)
}

// write writes a piece whose turn it is.
func (q *Sequence) write(p piece) error {
	if p.about != "" {
		tip := q.given.First(p.about)
		if tip == "" {
			return nil
		}
		p.text = []byte("    " + tip + "\n")
	}
	_, err := q.w.Write(p.text)
	return err
}

// Close gives the turn to the next slot that is not closed.
func (s *Slot) Close() error {
	q := s.of
	q.mu.Lock()
	defer q.mu.Unlock()
	s.closed = true
	for q.turn < len(q.Slots) && q.Slots[q.turn].closed {
		q.turn++
		if q.turn < len(q.Slots) {
			next := q.Slots[q.turn]
			for _, p := range next.kept {
				if err := q.write(p); err != nil {
					return err
				}
			}
			next.kept = nil
		}
	}
	return nil
}
