package wire

import (
	"fmt"
	"strings"
)

// Orders says in which orders pairs of operations were seen that conflict, and whose order nothing
// forces.
type Orders struct {
	Looked int64      // executions that were looked at, samples included
	Pairs  int        // operations are told apart by task and position
	Both   int        // of them, that were seen in both orders
	More   bool       `json:",omitempty"` // there are pairs that were not told apart
	Never  []OneOrder `json:",omitempty"` // of those seen in one order only, the first ones
}

// OneOrder is a pair that was never seen the other way round.
type OneOrder struct{ First, Second OrderedOp }

// OrderedOp is an operation of such a pair.
type OrderedOp struct {
	Op   string // lock, send, …
	Pos  string // file:line:col
	Task string // the stable name of the goroutine
}

// String says what is done, where and by whom.
func (o OrderedOp) String() string {
	pos := o.Pos
	if strings.HasPrefix(pos, Nominal) {
		return fmt.Sprintf("%s in package net (%s)", o.Op, o.Task)
	}
	if i := strings.LastIndexByte(pos, ':'); i > 0 {
		pos = pos[:i]
	}
	return fmt.Sprintf("%s at %s (%s)", o.Op, pos, o.Task)
}

// Left is how many pairs were seen in one order only; o may be nil.
func (o *Orders) Left() int {
	if o == nil {
		return 0
	}
	return o.Pairs - o.Both
}
