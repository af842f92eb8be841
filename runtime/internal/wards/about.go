package wards

import "unsafe"

// About are values that are kept about objects, by their addresses.
type About struct {
	objects []unsafe.Pointer
	values  []any
}

// AboutOf are those of a map, which is emptied.
func AboutOf(m map[unsafe.Pointer]any) (a About) {
	for p, v := range m {
		a.objects, a.values = append(a.objects, p), append(a.values, v)
	}
	clear(m)
	return a
}

// Slots adds those of all objects.
func (a *About) Slots(slots []*unsafe.Pointer) []*unsafe.Pointer {
	for i := range a.objects {
		slots = append(slots, &a.objects[i])
	}
	return slots
}

// Into puts back into the map what is about objects that are still there.
func (a *About) Into(m map[unsafe.Pointer]any) {
	for i, p := range a.objects {
		if p != nil {
			m[p] = a.values[i]
		}
	}
}
