package initclosure

import "testing"

// What initialisers do has been done, once in each execution.

var n int
var p = &n

func viaPointer() int { *p++; return 7 }
func direct() int     { n2++; return 7 }

var n2, n3, n4 int
var x = viaPointer()
var y = direct()
var z = func() int { n3++; return 7 }()
var w = func() int { p := &n4; *p++; return 7 }()

var log []string
var v = note("v")

func note(s string) int { log = append(log, s); return len(s) }

var reg = map[string]int{}
var r1 = register("a")

func register(s string) bool { reg[s] = 1; return true }

type registry struct{ m map[string]int }

var rg = &registry{m: map[string]int{}}
var r2 = rg.add("a")

func (r *registry) add(s string) bool { r.m[s]++; return true }

var ch = make(chan int, 1)
var r3 = send(1)

func send(i int) bool { ch <- i; return true }

var q = func() chan int { c := make(chan int, 2); c <- 1; c <- 2; return c }()
var q1, ok = <-q
var q3 = <-q + 1

func TestX(t *testing.T) {
	if n != 1 || x != 7 {
		t.Fatal(n)
	}
}
func TestY(t *testing.T) {
	if n2 != 1 || y != 7 {
		t.Fatal(n2)
	}
}
func TestZ(t *testing.T) {
	if n3 != 1 || z != 7 {
		t.Fatal(n3)
	}
}
func TestW(t *testing.T) {
	if n4 != 1 || w != 7 {
		t.Fatal(n4)
	}
}
func TestV(t *testing.T) {
	if len(log) != 1 || v != 1 {
		t.Fatal(log)
	}
}
func TestR1(t *testing.T) {
	if len(reg) != 1 || !r1 {
		t.Fatal(reg)
	}
}
func TestR2(t *testing.T) {
	if rg.m["a"] != 1 || !r2 {
		t.Fatal(rg.m)
	}
}
func TestR3(t *testing.T) {
	if len(ch) != 1 || !r3 {
		t.Fatal(len(ch))
	}
}
func TestQ(t *testing.T) {
	if len(q) != 0 || q1 != 1 || !ok || q3 != 3 {
		t.Fatal(len(q), q1, q3)
	}
}

var plugins = map[string]int{}
var _ = func() bool { plugins["a"] = 1; return true }()
var plugins2 []string
var _ = func() error { plugins2 = append(plugins2, "a"); return nil }()
var names = map[string]int{}
var total = func() int {
	s := 0
	for i := range 3 {
		names[string(rune('a'+i))] = i
		s += i
	}
	return s
}()

func TestBlank(t *testing.T) {
	if len(plugins) != 1 {
		t.Fatal(plugins)
	}
}
func TestBlank2(t *testing.T) {
	if len(plugins2) != 1 {
		t.Fatal(plugins2)
	}
}
func TestTotal(t *testing.T) {
	if len(names) != 3 || total != 3 {
		t.Fatal(names, total)
	}
}
