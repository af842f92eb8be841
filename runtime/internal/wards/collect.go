package wards

import (
	"runtime"
	"unsafe"
	"weak"
)

// Collect collects garbage as if the slots did not hold on to anything. Those whose objects
// nobody else reaches are nil afterwards. It says whether there are such.
//
// Else they hold on to them. So an object is found to be gone in Collect only, whenever the
// collector runs by itself; and no address comes to mean another object as long as some slot
// has it.
func Collect(slots []*unsafe.Pointer) (gone bool) {
	hidden := slots[:0:0]
	refs := make([]weak.Pointer[byte], 0, len(slots))
	for _, s := range slots {
		if inHeap(*s) {
			hidden, refs = append(hidden, s), append(refs, weak.Make((*byte)(*s)))
		}
	}
	for _, s := range hidden {
		*s = nil
	}
	runtime.GC()
	for i, s := range hidden {
		if *s = unsafe.Pointer(refs[i].Value()); *s == nil {
			gone = true
		}
	}
	return gone
}
