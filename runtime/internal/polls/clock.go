package polls

import "time"

// Many is how many readings of the clock mean that a task waits for time to pass. It is large:
// there are programs that take the time of everything they do.
const Many = 100_000

// Clock is what a task has done since it last did anything but read the clock and look at what
// others do.
type Clock struct {
	count int  // a reading counts once, if something was looked at in between a hundred times
	looks bool // in between
	slept time.Duration
}

// Looks notes that the task looks at what others do.
func (c *Clock) Looks() { c.looks = true }

// Read counts a reading. A task that reads the clock for nothing else than to see time pass counts
// as idle: it is to sleep for so long, and longer each time, by a quarter of what it has slept so
// far. So it sees what others do by then not much later than it would natively, where it looks all
// the time. Looking is a step, and steps are bounded: a task that looks sleeps again sooner. 0: it
// goes on.
func (c *Clock) Read() (sleep time.Duration) {
	c.count++
	if c.looks {
		c.count += 99
	}
	if c.count < Many {
		c.looks = false
		return 0
	}
	c.count = Many / 10 * 9
	if c.looks {
		c.looks, c.count = false, Many/100*98
	}
	sleep = max(time.Millisecond, c.slept/4)
	c.slept += sleep
	return sleep
}
