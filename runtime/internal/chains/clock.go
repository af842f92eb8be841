package chains

import "gocheck.dev/checker"

// Clock has how many readings of an execution came before what happens next.
type Clock struct {
	Table
	On      bool  // there was a reading, or tasks may wait ahead of the clock: pasts are kept
	longest int64 // chain so far, over all tasks
	floor   int64 // the same at the last Tick, which comes after everything
	stamps
}

// stamps are readings that may be compared with those of others (runtime/stamps.go).
type stamps struct {
	by      checker.Task // whose the first one was, if there was one
	some    bool
	several bool  // they were of two tasks
	apart   bool  // there was a reading that does not know of an earlier one
	next    int64 // what the next one has to come after, if they are ordered
}

// Begin begins an execution.
func (c *Clock) Begin(on bool) {
	c.Reset()
	c.On, c.longest, c.floor, c.stamps = on, 0, 0, stamps{}
}

// CatchUp lets p come after the last Tick.
func (c *Clock) CatchUp(p *Past) { p.Links = max(p.Links, c.floor) }

// Tick is one: what comes then comes after all readings so far.
func (c *Clock) Tick() { c.floor = c.longest }

// Read adds a link to what p is the past of.
func (c *Clock) Read(p *Past) {
	c.CatchUp(p)
	c.apart = c.apart || p.Links < c.longest
	p.Links++
	c.longest = max(c.longest, p.Links)
}

// Stamp notes that a task's next reading is one.
func (c *Clock) Stamp(t checker.Task) {
	if !c.some {
		c.some, c.by = true, t
	}
	c.several = c.several || c.by != t
}

// Unordered says whether stamps of two tasks may come in another order than they have. If two
// readings do not know of each other, there are two such of which as much has come before: the
// later one of them, whichever that is, has less links than there are by then.
func (c *Clock) Unordered() bool { return c.several && c.apart }

// Order lets a stamp, with that past, come after all before it.
func (c *Clock) Order(p *Past) {
	c.CatchUp(p)
	p.Links = max(p.Links, c.next)
	c.next = p.Links + 1
}
