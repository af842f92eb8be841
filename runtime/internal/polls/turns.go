package polls

import (
	"math"
	"time"
)

// Slack is how much earlier than at its time a comparison with the clock may come to something
// else, in nanoseconds: each reading shows one more than the last.
const Slack = 1000

// Turns is the time from which on a comparison of the clock, which shows now, with a time that is
// so far away may come to something else; false: never, the time has come. Grows says whether
// apart does so with time.
func Turns(now int64, apart time.Duration, grows bool) (at int64, ok bool) {
	if (apart > 0) == grows && apart != 0 {
		return 0, false
	}
	switch apart = max(apart, -apart); {
	case apart < 0 || int64(apart) > math.MaxInt64-now:
		return 0, false
	case apart > Slack:
		now += int64(apart) - Slack
	}
	return now, true
}
