package bubbles

import (
	"math"
	"time"
)

// Start is when every bubble begins.
var Start = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// What does not go on in a bubble.
const (
	WaitHangs = "synctest.Wait does not return"
	TimeHangs = "time in the bubble does not advance"
)

// Bits says how many units a nanosecond has for the checker: so many calls of Wait there may be at
// one. With ten virtual time gets to 104 days.
const Bits = 10

// Clock is the checker's time while there are bubbles.
type Clock struct {
	Refined bool  // there has been a bubble
	From    int64 // the time when the first one began: until then units are nanoseconds
	Waits   int64 // that have ended at this nanosecond
	Outer   int64 // the time, as the checker is told of it, that has passed outside of bubbles
	Latest  int   // the site of the last call of Test
}

// Stamp is a time as the checker is told of it.
func (c *Clock) Stamp(at int64) int64 {
	if !c.Refined || at <= c.From {
		return at
	}
	if at-c.From > (math.MaxInt64-c.From)>>Bits {
		return math.MaxInt64
	}
	return c.From + (at-c.From)<<Bits
}

// Unstamp is a time that the checker was told of.
func (c *Clock) Unstamp(arg int64) int64 {
	if !c.Refined || arg <= c.From {
		return arg
	}
	return c.From + (arg-c.From)>>Bits
}
