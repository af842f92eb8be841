package nets

import "gocheck.dev/runtime/access/pipes"

// How many bytes are written without anybody reading them. Of TCP Linux lets what is on its way
// grow, up to some MiB, as long as the program does not say how much it may be. What the other end
// has for it, unless asked for more or less, is received. A unix socket has what its writer has. Of
// what is asked for Linux takes the double, and the least in any case; what it really takes depends
// on the size of the writes, and is a third of that to all of it.
const (
	capacity      = 2 << 20
	received      = 128 << 10
	unixCapacity  = 208 << 10
	leastCapacity = 4608
)

func capacityOf(d *direction) int {
	if d.local {
		return unixCapacity
	}
	return capacity
}

// SetWriteBuffer bounds what is written without anybody reading it. That of the reader, which
// changes little, is not asked for: the end that writes would depend on what the other one sets.
func (e *end) SetWriteBuffer(bytes int) {
	d := e.out
	pipes.Step(d.sender(), atOpen, e.says("set the write buffer of the connection to "))
	d.most = max(2*min(max(bytes, 0), capacity), leastCapacity)
	if !d.local {
		d.most = min(d.most+received, capacity)
	}
	wake(&d.writers, atOpen)
}
