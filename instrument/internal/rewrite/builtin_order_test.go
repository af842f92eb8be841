package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestOrderOfBuiltins reads memory beside a copy or an append that stands within another
// expression, however it is wrapped: the compiler reads after it. Every read in every place with
// every wrapped builtin, for the compiler carries some wraps out as one event.
func TestOrderOfBuiltins(t *testing.T) {
	writes := []string{`copy(S[:2], T)`, `len(append(S[:1], 9, 8))`, `copy(A[:], T)`, `copy(Bs, "qr")`}
	wraps := []string{
		`%s`, `map[bool]int{C: %s}[C]`, `map[int]int{%s: 3}[2]`, `map[string][]int{"": {%s}}[""][0]`,
		`bit(C || %s > 5)`, `bit(!C && %s > 1)`, `[]int{%s}[0]`, `[...]int{2, 3, %s}[U]`, `pair{%s, 2}.A`, `(&pair{B: %s}).B`,
		`id(%s)`, `max(%s, X)`, `int(uint8(%s))`, `T[%s]`, `len(T[%s:])`, `len(string(Bs[:%s&1]))`, `any(%s).(int)`, `-%s`,
		`bit(map[bool]bool{C: C || %s > 1}[C])`, `func() int { return %s }()`,
	}
	reads := []string{`S[1]`, `A[U]`, `X`, `int(Bs[0])`, `P.A`, `len(string(Bs))`, `Q.L[1]`}
	places := []string{
		`out(%s, %s)`, `a, b := %s, %s; out(a, b)`, `a, b := func() (int, int) { return %s, %s }(); out(a, b)`,
		`v := pair{%s, %s}; out(v.A, v.B)`, `v := []int{%s, %s}; out(v[0], v[1])`, `out(%s + 100*(%s), 0)`,
		`func() { defer out(%s, %s) }()`, `v := map[int]int{%s: %s}; for k, e := range v { out(k, e) }`,
	}
	var body, calls strings.Builder
	n, of := 0, longtest.N(5, 1) // a part of them takes less time to compile
	for _, place := range places {
		for _, wrap := range wraps {
			for _, read := range reads {
				for _, write := range writes {
					if n%of == 0 {
						fmt.Fprintf(&body, "func f%d() { reset(); %s }\n", n, fmt.Sprintf(place, read, fmt.Sprintf(wrap, write)))
						fmt.Fprintf(&calls, "fmt.Print(%d, \" \"); f%[1]d()\n", n)
					}
					n++
				}
			}
		}
	}
	differing(t, 0, `package main

import "fmt"

type pair struct{ A, B int }

var (
	S, T = []int{1, 2, 3}, []int{7, 6, 5, 4}
	A    [3]int
	Bs   []byte
	C    bool
	U, X = 1, 2
	P    pair
	Q    struct{ L []int }
)

func reset() {
	S, A, Bs, P = []int{1, 2, 3}, [3]int{1, 2, 3}, []byte("xyz"), pair{1, 2}
	Q.L = S
}

func bit(b bool) int {
	if b { return 1 }
	return 0
}

func id(v int) int { return v }
func out(a, b int) { fmt.Println(a, b, S, A, string(Bs)) }

`+body.String()+"\nfunc main() {\n"+calls.String()+"}\n")
}
