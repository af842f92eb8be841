package linear

import (
	"testing"

	"gocheck.dev/linear"
)

func TestQueue(t *testing.T) {
	linear.Check(t, NewQueue, linear.Op("Push", (*Queue).Push, 1, 2), linear.Op("Pop", (*Queue).Pop))
}

func TestQueueBroken(t *testing.T) {
	linear.Check(t, NewQueue, linear.Op("Push", (*Queue).Push, 1, 2), linear.Op("PeekAndPop", (*Queue).PeekAndPop))
}

func TestStack(t *testing.T) {
	linear.Check(t, NewStack, linear.Op("Push", (*Stack).Push, 1, 2), linear.Op("Pop", (*Stack).Pop))
}

func TestStackBroken(t *testing.T) {
	linear.Check(t, NewStack, linear.Op("Push", (*Stack).Push, 1, 2), linear.Op("StorePop", (*Stack).StorePop))
}

func TestMap(t *testing.T) {
	linear.Check(t, NewMap, linear.Op("Put", (*Map).Put, "a", 1, 2), linear.Op("Get", (*Map).Get, "a"), linear.Op("GetOrPut", (*Map).GetOrPut, "a", 1, 2))
}

func TestMapBroken(t *testing.T) {
	linear.Check(t, NewMap, linear.Op("Put", (*Map).Put, "a", 1, 2), linear.Op("Get", (*Map).Get, "a"), linear.Op("GetThenPut", (*Map).GetThenPut, "a", 1, 2))
}

func TestSet(t *testing.T) {
	linear.Check(t, NewSet, linear.Op("Add", (*Set).Add), linear.Op("Remove", (*Set).Remove))
}

func TestSetBroken(t *testing.T) {
	linear.Check(t, NewSet, linear.Op("LoadAdd", (*Set).LoadAdd), linear.Op("Remove", (*Set).Remove))
}

func TestCounter(t *testing.T) {
	linear.Check(t, NewCounter, linear.Op("Inc", (*Counter).Inc), linear.Op("Get", (*Counter).Get))
}

func TestCounterBroken(t *testing.T) {
	linear.Check(t, NewCounter, linear.Op("StoreInc", (*Counter).StoreInc), linear.Op("Get", (*Counter).Get))
}

func TestSemaphore(t *testing.T) {
	linear.Check(t, NewSemaphore, linear.Op("Acquire", (*Semaphore).Acquire).Blocking(), linear.Op("TryAcquire", (*Semaphore).TryAcquire), linear.Op("Release", (*Semaphore).Release))
}

func TestSemaphoreBroken(t *testing.T) {
	linear.Check(t, NewSemaphore, linear.Op("LenAcquire", (*Semaphore).LenAcquire).Blocking(), linear.Op("Release", (*Semaphore).Release))
}

func TestPool(t *testing.T) {
	linear.Check(t, NewPool, linear.Op("Get", (*Pool).Get), linear.Op("Put", (*Pool).Put), linear.Distinct())
}

func TestPoolBroken(t *testing.T) {
	linear.Check(t, NewPool, linear.Op("GetTwice", (*Pool).GetTwice), linear.Op("Put", (*Pool).Put), linear.Distinct())
}

func TestCache(t *testing.T) {
	linear.Check(t, NewCache, linear.Op("Put", (*Cache).Put, "a", "b", "c"), linear.Op("Has", (*Cache).Has), linear.Op("Len", (*Cache).Len))
}

func TestCacheBroken(t *testing.T) {
	linear.Check(t, NewCache, linear.Op("EvictPut", (*Cache).EvictPut, "a", "b", "c"), linear.Op("Len", (*Cache).Len))
}

func TestLimiter(t *testing.T) {
	linear.Check(t, NewLimiter, linear.Op("Allow", (*Limiter).Allow), linear.Op("Refill", (*Limiter).Refill))
}

func TestLimiterBroken(t *testing.T) {
	linear.Check(t, NewLimiter, linear.Op("AllowBelow", (*Limiter).AllowBelow), linear.Op("Refill", (*Limiter).Refill))
}

func TestHub(t *testing.T) {
	linear.Check(t, NewHub, linear.Op("Publish", (*Hub).Publish), linear.Op("Received", (*Hub).Received))
}

func TestHubBroken(t *testing.T) {
	linear.Check(t, NewHub, linear.Op("EachPublish", (*Hub).EachPublish), linear.State((*Hub).state))
}

func TestMailbox(t *testing.T) {
	linear.Check(t, NewMailbox, linear.Op("Put", (*Mailbox).Put), linear.Op("Take", (*Mailbox).Take).Blocking())
}

func TestMailboxBroken(t *testing.T) {
	linear.Check(t, NewMailbox, linear.Op("FirstPut", (*Mailbox).FirstPut), linear.Op("Take", (*Mailbox).Take).Blocking(), linear.Beside(0))
}

func (h *Hub) state() any { return h.Received() }

// counted is what a Counter should do.
type counted struct{ n int64 }

func (c *counted) Inc()       { c.n++ }
func (c *counted) StoreInc()  { c.n++ }
func (c *counted) Get() int64 { return c.n }
func (c *counted) Drop() int64 {
	n := c.n
	c.n = 0
	return n
}

func TestModel(t *testing.T) {
	linear.Check(t, NewCounter, linear.Op("Inc", (*Counter).Inc), linear.Op("Get", (*Counter).Get),
		linear.Model(func() *counted { return new(counted) }))
}

// What is wrong for one goroutine already, only a model can tell.
func TestModelBroken(t *testing.T) {
	linear.Check(t, NewCounter, linear.Op("Inc", (*Counter).Inc), linear.Op("Drop", (*Counter).Get),
		linear.Model(func() *counted { return new(counted) }))
}
