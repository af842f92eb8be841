// Package dbcache is the program db-cache(n) of Event-DPOR's evaluation: n
// servers, a client each, share a small store.
//
// All keys are deleted at first, so that only the deletions of key 0 are
// written and the accesses of key 0 matter.
package dbcache

import (
	"sync/atomic"
	"testing"

	"gocheck.dev"
)

type record struct {
	value   atomic.Int32
	deleted atomic.Bool
}

func (r *record) write(v int32) {
	if !r.deleted.Load() {
		r.value.Store(v)
		r.deleted.Store(false)
	}
	if r.value.Load() != v {
		gocheck.Assert(r.deleted.Load(), "the value is lost")
	}
}

func (r *record) read() {
	if !r.deleted.Load() {
		r.deleted.Load()
		r.value.Load()
	}
}

func (r *record) delete() { r.deleted.Store(true) }

func dbCache(n int) {
	storage := new([4]record)
	for k := range storage {
		storage[k].deleted.Store(true)
	}
	for i := range n {
		go func() {
			server := gocheck.NewHandler("server")
			server.Post(func() { storage[0].write(int32(i + 1)) })
			server.Post(func() { storage[2].read() })
			server.Post(func() { storage[3].write(int32(i + 1)) })
			server.Post(func() { storage[0].delete() })
		}()
	}
}

func TestDBCache2(t *testing.T) { dbCache(2) } // 32 traces
func TestDBCache3(t *testing.T) { dbCache(3) } // 1764
func TestDBCache4(t *testing.T) { dbCache(4) } // 235224
