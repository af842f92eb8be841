// Package filesystem is the program filesystem(n) of Flanagan and Godefroid's
// paper and of Optimal-DPOR's evaluation: n goroutines allocate a block each
// to an inode of their own, with a lock for every inode and every block.
//
// The blocks that they begin to search at are different for up to 13
// goroutines; each one more meets one of them at its block: 2^(n-13) traces.
package filesystem

import (
	"sync"
	"testing"
)

const (
	inodes = 32
	blocks = 26
)

type disk struct {
	lockInode [inodes]sync.Mutex
	inode     [inodes]int
	lockBlock [blocks]sync.Mutex
	busy      [blocks]bool
}

// allocate gives inode i a block if it has none.
func (d *disk) allocate(i int) {
	d.lockInode[i].Lock()
	defer d.lockInode[i].Unlock()
	if d.inode[i] != 0 {
		return
	}
	for b := i * 2 % blocks; ; b = (b + 1) % blocks {
		if d.take(b) {
			d.inode[i] = b + 1
			return
		}
	}
}

// take takes block b, and says whether it was free.
func (d *disk) take(b int) bool {
	d.lockBlock[b].Lock()
	defer d.lockBlock[b].Unlock()
	if d.busy[b] {
		return false
	}
	d.busy[b] = true
	return true
}

func filesystem(n int) {
	d := new(disk)
	for i := range n {
		go d.allocate(i % inodes)
	}
}

func TestFilesystem14(t *testing.T) { filesystem(14) } // 2 traces
func TestFilesystem16(t *testing.T) { filesystem(16) } // 8
func TestFilesystem18(t *testing.T) { filesystem(18) } // 32
func TestFilesystem19(t *testing.T) { filesystem(19) } // 64
