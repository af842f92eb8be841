package wards

import "unsafe"

// findObject is the object at an address of the heap; else the base is 0. It is one of the
// runtime's functions that others use by agreement (go.dev/issue/67401).
//
//go:linkname findObject runtime.findObject
func findObject(p, refBase, refOff uintptr) (base uintptr, span unsafe.Pointer, index uintptr)

// inHeap says whether p points into the heap: only such objects can be collected.
func inHeap(p unsafe.Pointer) bool {
	if p == nil {
		return false
	}
	base, _, _ := findObject(uintptr(p), 0, 0)
	return base != 0
}
