package typing

import "go/types"

// MapHasher says whether a field is the hash function in what a program knows of the Go runtime's
// description of a type of maps, at a pointer: a struct of its own with the type of the keys, too.
func MapHasher(sel *types.Selection) bool {
	p := Pointee(sel.Recv())
	if p == nil || len(sel.Index()) != 1 {
		return false
	}
	f, ok := Under(sel.Obj().Type()).(*types.Signature)
	if !ok || !capitalized(sel.Obj().Name(), "hasher") || types.TypeString(f, nil) != "func(unsafe.Pointer, uintptr) uintptr" {
		return false
	}
	s, ok := Under(p).(*types.Struct)
	for i := range s.NumFields() {
		if f := s.Field(i); ok && capitalized(f.Name(), "key") && (Pointee(f.Type()) != nil || IsUnsafePointer(f.Type())) {
			return true
		}
	}
	return false
}

func capitalized(name, small string) bool {
	return name == small || name == string(small[0]-'a'+'A')+small[1:]
}
