package polls

import "math"

// Rounds are those of a loop that counts them (runtime/loops). Rounds that leave all else as it was
// are alike until their number gets near what it is compared with. So such a loop has a limit, as
// one has that compares the time. The zero value is of a loop that does not count.
type Rounds struct {
	Counts bool
	Shown  bool  // their number is seen in the end
	Alike  int64 // from the one that has begun
	Left   int64 // left out after that one
}

// Until is the time until which rounds are alike, each of which takes so many nanoseconds; 0: that
// is not known, and none may be left out. If the loop does not count it is limit, and no later in
// any case.
func (r *Rounds) Until(now, span, limit int64) int64 {
	switch {
	case !r.Counts:
		return limit
	case span <= 0:
		return now
	}
	return min(limit, now+min(r.Alike, (math.MaxInt64-now)/span)*span)
}

// Within reports whether it matters how many rounds there are until then: the last that is like
// this one may begin by then, or any number is seen.
func (r *Rounds) Within(now, span, end int64) bool {
	return r.Counts && (r.Shown || r.Until(now, span, math.MaxInt64)-span <= end)
}

// Last is the end of the last of the rounds, the first of which ends then, that has ended by end
// and is followed by one that is alike.
func (r *Rounds) Last(first, span, end int64) int64 {
	more := (end - first) / span
	if r.Counts {
		more = max(0, min(more, r.Alike-1-r.Left))
	}
	return first + more*span
}
