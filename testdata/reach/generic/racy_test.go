package generic

import (
	"testing"
)

func TestAlias(t *testing.T) {
	b := &Alias[int]{}
	both(func() { b.Set(1) }, func() { use(b.Peek()) })
}

func TestPair(t *testing.T) {
	p := &Pair[int, string]{}
	both(func() { p.b = "x" }, func() { use(*p) })
}

func TestList(t *testing.T) {
	p := List[int]{1, 2}
	both(func() { p[1] = 1 }, func() { use(p[1]) })
}

func TestNames(t *testing.T) {
	b := &Box[int]{}
	both(func() { b.Str(2) }, func() { use(b.Self(), b.Rt(), b.Bool()) })
}

func TestGenericLocal(t *testing.T) {
	genericRacy(1)
}

func TestKeysOf(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() { m["b"] = 1 }, func() { keysOf(m) })
}

func TestTree(t *testing.T) {
	tr := (*Tree[num])(nil).Insert(2)
	both(func() { tr.Insert(1) }, func() {
		for v := range tr.All() {
			use(v)
		}
	})
}

func TestPtrConstraint(t *testing.T) {
	var x target
	both(func() { apply(&x) }, func() { use(x.n) })
}

func TestEmbGeneric(t *testing.T) {
	e := Emb2[int]{Emb: Emb[int]{&Box[int]{}}}
	both(func() { e.Set(1) }, func() { use(e.Peek()) })
}

func TestEmbOther(t *testing.T) {
	e := &Emb2[int]{}
	both(func() { e.o = 1 }, func() { use(e.Alias2.o) })
}

func TestString3(t *testing.T) {
	x := &string3[string2]{}
	both(func() { x.set("a") }, func() { use(x.s) })
}

func TestMapper(t *testing.T) {
	n := 0
	s := []int{1, 2}
	g := func(i int) int { n++; return i }
	both(func() { mapper(s, g) }, func() { mapper(s, g) })
}

func TestSumAll(t *testing.T) {
	a := []string2{"a", "b"}
	both(func() { a[1] = "x" }, func() { use(sumAll(a...)) })
}

func TestSet(t *testing.T) {
	s := Set[int]{}
	both(func() { s[1] = struct{}{} }, func() { _, ok := s[2]; use(ok) })
}

func TestListedArray(t *testing.T) {
	a := [3]int{}
	both(func() { a[1] = 1 }, func() { use(at(&a, 1)) })
}

func TestListedSlice(t *testing.T) {
	s := []int{1, 2}
	both(func() { s[1] = 1 }, func() { use(at(&s, 1)) })
}

func TestListedHeader(t *testing.T) {
	s := []int{1, 2}
	both(func() { s = nil }, func() { defer func() { recover() }(); use(at(&s, 1)) })
}

func TestListedSize(t *testing.T) {
	s := []int{1, 2}
	both(func() { s = s[:1] }, func() { use(size(&s)) })
}

func TestListedPut(t *testing.T) {
	a := [2]int{}
	both(func() { put(&a, 1, 2) }, func() { use(a[0]) })
}

func TestListedElement(t *testing.T) {
	s := []int{1, 2}
	both(func() { *copied(s, 1) = 2 }, func() { use(s[1]) })
}

func TestListedWhole(t *testing.T) { // its length is in its type, but the compiled program reads it
	a := [2]int{}
	both(func() { a = [2]int{1, 2} }, func() { use(size(&a)) })
}
