package explore

import "unsafe"

// growing is an array that grows without being moved: a slice that is grown leaves
// garbage behind as large as itself, and has room that nobody needs.
type growing[T any] struct {
	blocks []*[growingBlock]T
	n      int
}

const growingBlock = 1 << 8

func (g *growing[T]) at(i uint32) *T { return &g.blocks[i/growingBlock][i%growingBlock] }

func (g *growing[T]) push(x T) {
	if g.n == growingBlock*len(g.blocks) {
		g.blocks = append(g.blocks, new([growingBlock]T))
	}
	g.n++
	*g.at(uint32(g.n - 1)) = x
}

func (g *growing[T]) bytes() int64 {
	return int64(len(g.blocks))*int64(unsafe.Sizeof([growingBlock]T{})) + int64(8*cap(g.blocks))
}
