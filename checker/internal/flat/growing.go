package flat

import "unsafe"

// Growing is an array that grows without being moved: a slice that is grown leaves
// garbage behind as large as itself, and has room that nobody needs.
type Growing[T any] struct {
	blocks []*[growingBlock]T
	N      int
}

const growingBlock = 1 << 8

// At is element i, of those that were pushed.
func (g *Growing[T]) At(i uint32) *T { return &g.blocks[i/growingBlock][i%growingBlock] }

// Push appends x.
func (g *Growing[T]) Push(x T) {
	if g.N == growingBlock*len(g.blocks) {
		g.blocks = append(g.blocks, new([growingBlock]T))
	}
	g.N++
	*g.At(uint32(g.N - 1)) = x
}

// Bytes is the memory that the array takes.
func (g *Growing[T]) Bytes() int64 {
	return int64(len(g.blocks))*int64(unsafe.Sizeof([growingBlock]T{})) + int64(8*cap(g.blocks))
}
