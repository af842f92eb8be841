package innards

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// The memory of a lock is that of a zero value if and only if nobody holds it, for no real
// operation on it ever waits.

// MutexHeld says what the memory of m says.
func MutexHeld(m *sync.Mutex) bool {
	return *(*[unsafe.Sizeof(*m)]byte)(unsafe.Pointer(m)) != [unsafe.Sizeof(*m)]byte{}
}

// RWMutexHeld says what the memory of rw says.
func RWMutexHeld(rw *sync.RWMutex) bool {
	return *(*[unsafe.Sizeof(*rw)]byte)(unsafe.Pointer(rw)) != [unsafe.Sizeof(*rw)]byte{}
}

// LocksTell says whether that holds. If it does not with a release of Go, gocheck does not see
// copies and assignments of locks.
var LocksTell = func() bool {
	var m sync.Mutex
	m.Lock()
	held := MutexHeld(&m)
	m.Unlock()
	held = held && !MutexHeld(&m)
	var rw sync.RWMutex
	rw.Lock()
	held = held && RWMutexHeld(&rw)
	rw.Unlock()
	held = held && !RWMutexHeld(&rw)
	rw.RLock()
	rw.RLock()
	held = held && RWMutexHeld(&rw)
	rw.RUnlock()
	held = held && RWMutexHeld(&rw)
	rw.RUnlock()
	return held && !RWMutexHeld(&rw)
}()

// ReadersOf counts the readers inside of a lock that no writer holds, by
// letting them go and come again.
func ReadersOf(rw *sync.RWMutex) int {
	n := 0
	for ; RWMutexHeld(rw); n++ {
		rw.RUnlock()
	}
	for range n {
		rw.RLock()
	}
	return n
}

// counterWord is the offset of the counter in a WaitGroup's memory, or
// negative if it was not found.
var counterWord = findCounterWord()

// findCounterWord looks for the only word that is not 0 when something was
// added.
func findCounterWord() int {
	const (
		size  = unsafe.Sizeof(sync.WaitGroup{}) / 4
		delta = 0x1234567
	)
	var wg sync.WaitGroup
	words := (*[size]int32)(unsafe.Pointer(&wg))
	wg.Add(delta)
	found := -1
	for i, w := range words {
		if w != 0 {
			if w != delta || found >= 0 {
				return -1
			}
			found = i * 4
		}
	}
	wg.Add(-delta)
	if *words != [size]int32{} {
		return -1
	}
	return found
}

// CounterKnown says whether the counter of a WaitGroup was found.
func CounterKnown() bool { return counterWord >= 0 }

// CounterOf is the counter of a WaitGroup; 0 where it is not known.
func CounterOf(wg *sync.WaitGroup) int64 {
	if counterWord < 0 {
		return 0
	}
	return int64(atomic.LoadInt32((*int32)(unsafe.Add(unsafe.Pointer(wg), counterWord))))
}

// onceMutex is the offset of the mutex in a Once's memory, or negative if there is none.
var onceMutex = func() int {
	m, ok := reflect.TypeFor[sync.Once]().FieldByName("m")
	if !ok || m.Type != reflect.TypeFor[sync.Mutex]() || !LocksTell {
		return -1
	}
	return int(m.Offset)
}()

// MutexOf is the mutex in a Once, or nil.
func MutexOf(o *sync.Once) *sync.Mutex {
	if onceMutex < 0 {
		return nil
	}
	return (*sync.Mutex)(unsafe.Add(unsafe.Pointer(o), onceMutex))
}

// OnceDone compares a Once that nobody is inside of with a fresh one, for it does not tell.
func OnceDone(o *sync.Once) bool {
	const size = unsafe.Sizeof(sync.Once{})
	memory := *(*[size]byte)(unsafe.Pointer(o))
	if onceMutex >= 0 {
		clear(memory[onceMutex:][:unsafe.Sizeof(sync.Mutex{})])
	}
	return memory != [size]byte{}
}

// Copied asks the real Cond, which looks whether it is a copy whenever it is used: nobody waits for
// it, so that its Signal does nothing else.
func Copied(c *sync.Cond) (copied bool) {
	defer func() { copied = recover() != nil }()
	c.Signal()
	return false
}
