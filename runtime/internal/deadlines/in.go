package deadlines

import (
	"math"
	"time"
)

// grid is what deadlines that were computed from the clock are at a multiple of.
const grid = int64(time.Microsecond)

// In is the deadline that is d from now. Where d is what is left of a time that was computed from
// the clock (time.Until), it lacks the nanoseconds by which readings differ: up to slack. They
// must not tell deadlines apart that are one: such a deadline is at the full microsecond.
func In(d time.Duration, now, slack int64) int64 {
	if d <= 0 {
		return now
	}
	if int64(d) > math.MaxInt64-now-grid {
		return math.MaxInt64
	}
	at := now + int64(d)
	if full := (at + grid - 1) / grid * grid; full-at <= slack {
		return full
	}
	return at
}
