package rewrite

// sequencerState is what the statements read and change. All of it is shared
// between tasks, as far as the rewriter can see.
const sequencerState = `
type pair struct{ A, B int }
type small struct{ A uint8 }
type key struct{ A, B int32 }
type wide struct{ S string; N int }
type node struct {
	N    int
	Next *node
	P    pair
	Arr  [3]int
	S    []int
	M    map[string]int
	F    func(int) int
}
type inner struct{ N int }
type outer struct{ *inner; V pair }
type bools bool
type text []byte
type summer interface{ Sum(int) int }

func (p pair) Sum(n int) int      { return call(20, p.A, p.B, n) }
func (n *node) Add(v int) *node   { call(21, n.N, v); n.N += v; return n }
func (n *node) Get(v int) int     { return call(22, n.N, v) }
func (i *inner) Bump(v int) int   { i.N += v; return call(23, i.N, v) }
func (s small) Val(n int) uint8   { return uint8(call(24, int(s.A), n)) }

var (
	X, Y, Z int
	U       uint8
	B       bool
	F64     float64
	Str     string
	Bs      []byte
	Tx      text
	S       []int
	Arr     [3]int
	Pr      pair
	Sm      small
	P       *node
	O       outer
	M       map[string]int
	MK      map[key]pair
	MW      map[wide]int
	MA      map[any]int
	MU      map[uint8]int
	I       any
	Su      summer
	Fn      func(int) int
	Ch      chan int
	ticks   int
	trace   uint64
	calls   int
	keep    []func() int
)

func note(v ...any) {
	for _, c := range []byte(fmt.Sprint(v...)) { trace = (trace ^ uint64(c)) * 1099511628211 }
	if verbose { fmt.Println(v...) }
}

func newNode(n int, depth int) *node {
	p := &node{N: n, P: pair{n, n + 1}, Arr: [3]int{n, n + 1, n + 2}, S: []int{n, n * 2, n * 3}, M: map[string]int{"a": n, "b": n + 1}}
	p.F = func(v int) int { return call(25, n, v) }
	if depth > 0 { p.Next = newNode(n*2+1, depth-1) }
	return p
}

func reset() {
	keep, X, Y, Z, U, B, F64, Str, ticks, trace, calls = nil, 1, 2, 3, 4, true, 1.5, "ab", 0, 14695981039346656037, 0
	Bs, Tx, S, Arr, Pr, Sm = []byte("xyz"), text("uvw"), make([]int, 3, 8), [3]int{1, 2, 3}, pair{1, 2}, small{5}
	S[0], S[1], S[2] = 4, 5, 6
	P, O = newNode(7, 2), outer{&inner{3}, pair{8, 9}}
	M, MK, MW, MA, MU = map[string]int{"a": 1, "ab": 2}, map[key]pair{{1, 2}: {3, 4}}, map[wide]int{{"ab", 1}: 7}, map[any]int{1: 2, "ab": 3}, map[uint8]int{4: 5}
	I, Su, Fn = 6, Pr, func(v int) int { return call(26, v) }
	Ch = make(chan int, 100)
	for i := range 20 { Ch <- i }
}

// call is what every function comes to: it changes one variable after the other.
func call(id int, args ...int) int {
	note(id, args)
	calls++
	if calls > 400 { panic("too many calls") }
	ticks++
	t := ticks
	for k := range 5 {
		switch (id*7 + t*5 + k*3) % 27 {
		case 0: X += t
		case 1: Y = X - Y + 1
		case 2: Z ^= t
		case 3: U += uint8(t)
		case 4: B = !B
		case 5: F64 += 0.5
		case 6: Str = Str[1:] + string(rune('a'+t%26))
		case 7: Bs[t%len(Bs)] = byte('a' + t%26)
		case 8: Bs = []byte{byte('0' + t%10), 'k', 'l', 'm'}
		case 9: S[t%len(S)] += t
		case 10: S = append(make([]int, 0, 6), t, t+1, t+2, t+3)
		case 11: Arr[t%3] += t
		case 12: Pr.A += t
		case 13: Pr = pair{t, -t}
		case 14: Sm.A += uint8(t)
		case 15: P = newNode(t, 2)
		case 16: P.N, P.Next.N = P.N+1, P.Next.N+2
		case 17: P.P.A++; P.Arr[t%3]--; P.S[t%3] *= 2
		case 18: O.inner = &inner{t}; O.V.A++
		case 19: M[Str] = t; M["a"]++
		case 20: M = map[string]int{"a": t, "ab": t + 1, Str: t + 2}; MK = map[key]pair{{1, 2}: {t, t}}
		case 21: MA[1]++; MA["ab"] = t; MW[wide{"ab", 1}] += t; MU[4] += t; MU[U]++
		case 22: I = t
		case 23: Su = pair{t, t + 1}
		case 24: Fn = func(v int) int { return call(30+t%5, v, t) }
		case 25: Tx[t%3]++; Ch <- t
		case 26: O.N += t; P.Next = newNode(t+5, 1); P.F = Fn
		}
	}
	return t%7 + len(args)
}

func c1(a int) int                   { return call(1, a) }
func c2(a, b int) int                { return call(2, a, b) }
func c3(a, b, c int) int             { return call(3, a, b, c) }
func two(a, b int) (int, int)        { v := call(4, a, b); return v, v + a }
func cu(a uint8, b int) uint8        { return uint8(call(5, int(a), b)) }
func cb(a bool, b int) bool          { v := call(6, b); if a { v++ }; return v%2 == 0 }
func cs(a string, b int) string      { note(a); return "abc"[call(7, b)%3:] + a[:len(a)%3] }
func cbs(a []byte, b int) []byte     { note(string(a)); call(8, b); return append([]byte("q"), a...) }
func cS(a []int, b int) []int        { note(a, len(a), cap(a)); call(9, b); return append([]int{b, b + 1}, a...) }
func cP(p *node, b int) *node        { call(10, p.N, b); return p }
func cpr(a pair, b int) pair         { call(11, a.A, a.B, b); a.A += b; return a }
func cany(v ...any) int              { for _, x := range v { show(x) }; return call(12, len(v)) }
func carr(a [3]int, b int) [3]int    { call(13, a[0], a[1], a[2], b); a[0]++; return a }
func cm(m map[string]int, b int) int { return call(14, len(m), m["a"], m["ab"], b) }
func cM(b int) map[string]int        { call(18, b); return M }
func cI(a any, b int) any            { show(a); call(15, b); return a }
func cfn(f func(int) int, b int) int { return f(call(16, b)) }
func cP2(p *int, b int) *int          { call(38, *p, b); return p }
func cptr(p *int, b int) int         { call(17, b); return *p }
func vary(a int, v ...int) int       { return call(19, append([]int{a}, v...)...) }
func cf(a float64, b int) float64    { note(a); return float64(call(27, b)) + a }
func gen[T any](a T, b int) T        { show(a); call(28, b); return a }
func num[T int | uint8](a, b T) T    { return a + T(call(29, int(a), int(b))) }

func size[T string | []int | map[string]int](x T, b int) int { call(31, b); return len(x) }
func bytesOf[T ~string | ~[]byte](x T, b int) string { call(32, b); return string(x) }
func at[T string | []byte](x T, i int) byte { return x[i] }
func wipe[T []int | map[string]int](x T, b int) T { call(33, b); clear(x); return x }
func pairs(n int) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		for i := range n { if !yield(i, call(34, i)) { note("stopped"); return } }
	}
}
func caught(f func() int) (v int) {
	defer func() { if r := recover(); r != nil { note("caught", r); v += X } }()
	v = call(35)
	return f() + v
}
func (p *pair) swap(v int) int { p.A, p.B = p.B, p.A+v; return call(36, p.A, p.B) }
func (b bools) not(v int) bools { call(37, v); return !b }

func show(x any) {
	switch x := x.(type) {
	case int, uint8, bool, string, pair, small, key, wide, float64, [3]int, []int: note(x)
	case []byte: note(string(x))
	case *node: note("node", x.N)
	case *int: note("*", *x)
	case map[string]int: note(len(x), x["a"])
	case func(int) int: note("func")
	default: note("other")
	}
}

func dump() {
	note(X, Y, Z, U, B, F64, Str, string(Bs), string(Tx), S, cap(S), Arr, Pr, Sm, P.N, P.Next.N, P.P, P.Arr, P.S, P.M, O.N, O.V, M, MK, MW, MA, MU, I, Su, len(Ch), ticks)
}

func try(n int, f func()) {
	reset()
	defer func() {
		if r := recover(); r != nil { note("panic", r) }
		if P != nil && P.Next != nil { dump() }
		fmt.Println(n, trace)
	}()
	f()
}
`
