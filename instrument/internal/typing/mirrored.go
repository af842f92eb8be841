package typing

import "go/types"

// MapHasher says whether a field is the hash function in what a program knows of the Go runtime's
// description of a type of maps, at a pointer: a struct of its own. If so it has a field with the
// type of the keys, too, which is called key. Else key is empty.
func MapHasher(sel *types.Selection) (key string) {
	p := Pointee(sel.Recv())
	if p == nil || len(sel.Index()) != 1 || !capitalized(sel.Obj().Name(), "hasher") ||
		types.TypeString(sel.Obj().Type().Underlying(), nil) != "func(unsafe.Pointer, uintptr) uintptr" {
		return ""
	}
	s, ok := Under(p).(*types.Struct)
	if !ok {
		return ""
	}
	for f := range s.Fields() {
		if capitalized(f.Name(), "key") && (Pointee(f.Type()) != nil || IsUnsafePointer(f.Type())) {
			return f.Name()
		}
	}
	return ""
}

func capitalized(name, small string) bool {
	return name == small || name == string(small[0]-'a'+'A')+small[1:]
}
