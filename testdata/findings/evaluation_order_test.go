package findings

import "testing"

// The compiler loads the variable after the call: each fails always.
func TestOrderAdd(t *testing.T) {
	x := 1
	f := func() int { x = 2; return 10 }
	if x+f() == 12 {
		t.Fatal("12")
	}
}

func TestOrderLiteral(t *testing.T) {
	x := 1
	f := func() int { x = 2; return 10 }
	if s := []int{x, f()}; s[0] == 2 {
		t.Fatal(s)
	}
}

func TestOrderField(t *testing.T) {
	p := &struct{ n int }{1}
	f := func() int { p = &struct{ n int }{5}; return 7 }
	if p.n+f() == 12 {
		t.Fatal(12)
	}
}

func TestOrderReturn(t *testing.T) {
	f := func() (int, error) {
		x := 1
		g := func() error { x = 2; return nil }
		return x, g() // a common bug: natively 2
	}
	if n, _ := f(); n == 2 {
		t.Fatal(n)
	}
}

func TestOrderArgs(t *testing.T) {
	x := 1
	g := func() int { x = 2; return 0 }
	h := func(a, b int) int { return a }
	if h(x, g()) == 2 {
		t.Fatal(2)
	}
}
