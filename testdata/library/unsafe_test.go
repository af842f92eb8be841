package library

import (
	"sync"
	"testing"
	"unsafe"
)

// Memory that is seen as another type by a pointer that something keeps meanwhile. Each test has a
// type of its own, as what is a view of it is known for the whole binary. Not by go test -race,
// which looks at the first byte of a number only.

type (
	word1  uint64
	word2  uint64
	word3  uint64
	word4  uint64
	word5  uint64
	word6  uint64
	word7  uint64
	word8  uint64
	word9  uint64
	word10 uint64
)

// halves lets two tasks write what two pointers point to.
func halves[A, B any](p *A, q *B) {
	var wg sync.WaitGroup
	wg.Go(func() { var a A; *p = a })
	wg.Go(func() { var b B; *q = b })
	wg.Wait()
}

func TestBugSeenByVariable(t *testing.T) {
	var v word1
	p := unsafe.Pointer(&v)
	halves(&v, (*uint32)(unsafe.Add(p, 4)))
}

func TestBugSeenAsArray(t *testing.T) {
	var v word2
	var p unsafe.Pointer
	p = unsafe.Pointer(&v)
	halves(&v, &(*[2]uint32)(p)[1])
}

type pointing struct {
	name string
	at   unsafe.Pointer
}

func TestBugSeenByField(t *testing.T) {
	var v word3
	n := pointing{at: unsafe.Pointer(&v)}
	halves(&v, (*uint32)(unsafe.Add(n.at, 4)))
}

func TestBugSeenByUnnamedField(t *testing.T) {
	var v word4
	n := &pointing{"v", unsafe.Pointer(&v)}
	q := n.at
	halves(&v, (*uint32)(unsafe.Add(q, 4)))
}

func upper(p unsafe.Pointer) *uint32 { return (*uint32)(unsafe.Add(p, 4)) }

func TestBugSeenByParameter(t *testing.T) {
	var v word5
	halves(&v, upper(unsafe.Pointer(&v)))
}

func behind(p unsafe.Pointer) (unsafe.Pointer, bool) { return unsafe.Add(p, 4), true }

func TestBugSeenByResult(t *testing.T) {
	var v word6
	p, _ := behind(unsafe.Pointer(&v))
	halves(&v, (*uint32)(p))
}

func TestBugSeenByNumber(t *testing.T) {
	var v word7
	base := uintptr(unsafe.Pointer(&v))
	at := 4 + base
	halves(&v, (*uint32)(unsafe.Pointer(at)))
}

func TestBugSeenInLoop(t *testing.T) {
	var v word8
	p := unsafe.Pointer(&v)
	for range 3 {
		p = unsafe.Add(p, 1)
	}
	halves(&v, (*byte)(p))
}

func TestBugSeenThroughElements(t *testing.T) {
	var v word9
	list := make([]unsafe.Pointer, 1)
	list[0] = unsafe.Pointer(&v)
	halves(&v, (*[4]uint16)(list[0]))
}

func TestOKSeenApart(t *testing.T) {
	var v [2]word10
	p := unsafe.Pointer(&v)
	halves(&v[0], (*uint32)(unsafe.Add(p, 12)))
	halves((*uint16)(unsafe.Add(p, 2)), (*uint16)(unsafe.Add(p, 4)))
}
