package runtime

import "unsafe"

// Kept is what package access keeps about the value at p until the end of the
// execution; make makes it when it is first asked for, unless it is nil. Out of
// executions nothing is kept.
func Kept(p unsafe.Pointer, make func() any) any {
	t := current()
	if t == nil || p == nil {
		return nil
	}
	x := t.x
	k, ok := x.kept[p]
	if !ok && make != nil {
		if x.kept == nil {
			x.kept = map[unsafe.Pointer]any{}
		}
		k = make()
		x.kept[p] = k
	}
	return k
}
