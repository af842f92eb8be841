package access

import rt "gocheck.dev/runtime"

// Builtins that are given the results of a call, like copy(f()): a function takes these, and a
// method the position.

// A Copied is the operands of copy(f()).
type Copied[E any] struct{ dst, src []E }

// CopyTuple takes the operands of copy.
func CopyTuple[E any](dst, src []E) Copied[E] { return Copied[E]{dst, src} }

// At copies.
func (c Copied[E]) At(s rt.Site) int { return Copy(c.dst, c.src, s, s) }

// A CopiedString is the operands of copy(f()) from a string.
type CopiedString[E ~byte, S ~string | ~[]byte] struct {
	dst []E
	src S
}

// CopyStringTuple takes the operands of copy from a string.
func CopyStringTuple[E ~byte, S ~string | ~[]byte](dst []E, src S) CopiedString[E, S] {
	return CopiedString[E, S]{dst, src}
}

// At copies.
func (c CopiedString[E, S]) At(s rt.Site) int { return CopyString(c.dst, c.src, s) }

// A Deleted is the operands of delete(f()).
type Deleted[K comparable, V any] struct {
	m map[K]V
	k K
}

// DeleteTuple takes the operands of delete.
func DeleteTuple[K comparable, V any](m map[K]V, k K) Deleted[K, V] { return Deleted[K, V]{m, k} }

// At deletes.
func (d Deleted[K, V]) At(s rt.Site) { Delete(d.m, s).Key(d.k) }

// An Appended is the operands of append(f()).
type Appended[S ~[]E, E any] struct {
	a      S
	values []E
}

// AppendTuple takes the operands of append.
func AppendTuple[S ~[]E, E any](a S, values ...E) Appended[S, E] { return Appended[S, E]{a, values} }

// At appends.
func (p Appended[S, E]) At(s rt.Site) S { return Append(p.a, s).Values(p.values...) }
