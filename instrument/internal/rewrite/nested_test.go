package rewrite

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/load"
)

// nestings are the ways in which source nests, each within itself: $ is where the inner one
// stands. What they begin with is x, a *T; but for statements, which have their own.
var nestings = []struct{ name, form, innermost, result string }{
	{"chain", "$.F(1)", "x", "_ = $"},
	{"chain, by value", "$.V(1)", "(*x)", "_ = $"},
	{"chain behind an interface", "$.I(x)", "I(x)", "_ = $"},
	{"chain of an interface's, with a stop", "$.At().Stop()", "S(x)", "_ = $"},
	{"chain of an embedded pointer's", "$.Deep(1)", "x", "_ = $"},
	{"chain of generic calls", "$.Get()", "G[int]{x}", "_ = $"},
	{"chain of the library's, by pointer", "$.Add($1, big1)", "x.big", "_ = $"},
	{"chain of the library's, by value", "$.Add(1)", "x.when", "_ = $"},
	{"chain of URLs", "$.JoinPath(f(x).name)", "x.url", "_ = $"},
	{"chain with the library in between", "$.Writer(fmt.Sprint(x))", "x", "_ = $"},
	{"calls", "f($)", "x", "_ = $"},
	{"calls with several", "h($, f(x))", "x", "_ = $"},
	{"calls with several results", "first(two($))", "x", "_ = $"},
	{"calls of generic functions", "id[*T]($)", "x", "_ = $"},
	{"calls of fields", "x.fn($)", "x", "_ = $"},
	{"calls of the library", "strings.Repeat($, x.n)", "x.name", "_ = $"},
	{"calls of slices'", "slices.Clone($)", "x.list", "_ = $"},
	{"selectors", "$.next", "x", "_ = $"},
	{"selectors of structs", "$.pair.back", "x", "_ = $"},
	{"promoted selectors", "$.down", "x", "_ = $"},
	{"selectors of calls", "f($).next", "x", "_ = $"},
	{"indexes", "x.list[$]", "x.n", "_ = $"},
	{"indexes of maps", "x.index[$]", "x.n", "_ = $"},
	{"elements of slices", "$.all[x.n]", "x", "_ = $"},
	{"elements of arrays", "$[x.n]", "(x.array)", "_ = $"},
	{"elements of arrays in structs", "$.sub[x.n]", "x.tree", "_ = $"},
	{"elements of maps", "$.byName[x.name]", "x", "_ = $"},
	{"instances", "inst[int]($)", "x", "_ = $"},
	{"literals of structs", "&T{next: $, n: x.n}", "x", "_ = $"},
	{"literals of slices", "[]any{$, x.n}", "x", "_ = $"},
	{"literals of maps", "map[string]any{x.name: $, f(x).name: x.n}", "x", "_ = $"},
	{"closures", "func() *T { y := $; go use(y); return y }()", "x", "_ = $"},
	{"closures, deferred", "func() *T { defer use($); return x }()", "x", "_ = $"},
	{"closures as arguments", "run(func() *T { return $ })", "x", "_ = $"},
	{"closures in deferred calls of two", "func() (a, b *T) { defer x.three(two(first($))); return x, x }()", "two(x)", "first($)"},
	{"closures that are not called", "func() any { return $ }", "x", "_ = $"},
	{"parentheses", "($)", "x", "_ = $"},
	{"conversions", "Name(string($))", "x.name", "_ = $"},
	{"conversions to interfaces", "any(Boxed{$})", "x", "_ = $"},
	{"sums", "x.n + ($)", "x.n", "_ = $"},
	{"sums with calls", "f(x).n + ($)", "x.n", "_ = $"},
	{"comparisons", "(x.n == 1) == ($)", "x.ok", "_ = $"},
	{"comparisons of structs", "(x.point == Point{x.n, b2i($)})", "x.ok", "_ = $"},
	{"conditions", "f(x).ok && ($)", "x.ok", "_ = $"},
	{"conditions to the left", "($) || f(x).ok", "x.ok", "_ = $"},
	{"negations", "!$", "x.ok", "_ = $"},
	{"slices", "$[x.n:]", "x.list", "_ = $"},
	{"slices of strings", "$[f(x).n:]", "x.name", "_ = $"},
	{"slices of arrays", "wrap($)[:]", "x.list", "_ = $"},
	{"bounds", "x.list[len($):]", "x.list", "_ = $"},
	{"assertions", "any($).(*T)", "x", "_ = $"},
	{"assertions to interfaces", "any($).(I)", "I(x)", "_ = $"},
	{"method values", "$.F(1).value()", "x", "_ = $"},
	{"method values, called", "bound($.F)", "x", "_ = $"},
	{"method expressions", "(*T).F($, 1)", "x", "_ = $"},
	{"pointers", "*ref($)", "x", "_ = $"},
	{"addresses", "*&$", "x", "_ = $"},
	{"addresses of fields", "fp(&$.next)", "x", "_ = $"},
	{"receives", "<-send($)", "x", "_ = $"},
	{"appends", "append($, x.n)", "x.list", "_ = $"},
	{"appended", "append(x.list, $...)", "x.list", "_ = $"},
	{"min", "min($, f(x).n)", "x.n", "_ = $"},
	{"made", "make([]int, len($))", "x.list", "_ = $"},
	{"atomics", "int64(atomic.AddInt64(&x.count, $))", "1", "_ = $"},

	{"ifs", "if f(x).ok { x.n++; $ } else { x.n-- }", "use(x)", "$"},
	{"else ifs", "if y := f(x); y.ok { x.n++ } else { x.next = y; $ }", "use(x)", "$"},
	{"chained ifs", "if y := f(x); y.ok { x.n++ } else $", "if x.ok { use(x) }", "$"},
	{"fors", "for i := f(x).n; i < x.n; i++ { x.list[i]++; $ }", "use(x)", "$"},
	{"ranges", "for i := range f(x).list { x.list[i]++; $ }", "use(x)", "$"},
	{"ranges over maps", "for _, x.n = range f(x).index { $ }", "use(x)", "$"},
	{"ranges over functions", "for x.n = range seq { $ }", "use(x)", "$"},
	{"switches", "switch f(x).n { case x.n, f(x).n: $; default: x.n++ }", "use(x)", "$"},
	{"type switches", "switch y := any(f(x)).(type) { case *T: y.n++; $ }", "use(x)", "$"},
	{"selects", "select { case x.c <- f(x): $; case y := <-x.c: use(y) }", "use(x)", "$"},
	{"blocks", "{ x.n++; $ }", "use(x)", "$"},
	{"labels", "#: for { $; break #; continue # }", "use(x)", "$"},
	{"goroutines", "go func() { x.n++; $ }()", "use(x)", "$"},
	{"goroutines with arguments", "go func(y *T) { x.n++; $ }(f(x))", "use(x)", "$"},
	{"deferred functions", "defer func() { x.n++; $ }()", "use(x)", "$"},
	{"deferred methods", "defer f(x).take(func() { x.n++; $ })", "use(x)", "$"},
	{"functions that return", "x.fn = func(y *T) *T { $; return f(y) }", "use(x)", "$"},
	{"functions with results", "x.fn = func(y *T) (z *T) { go func() { z = y }(); $; return f(y) }", "use(x)", "$"},
	{"assigned to an element", "x.list[f(x).n], x.n = run(func() *T { $; return x }).n, f(x).n", "use(x)", "$"},
	{"added to an entry", "x.index[f(x).n] += run(func() *T { $; return x }).n", "use(x)", "$"},
	{"sent", "x.c <- run(func() *T { $; return x })", "use(x)", "$"},
	{"declared", "var y = run(func() *T { $; return x }); use(y)", "use(x)", "$"},
}

const nestedHead = `package p

import (
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

type (
	Name  string
	Boxed struct{ v any }
	Point struct{ a, b int }
	Leaf  struct{ down *Node }
	Node  struct{ *Leaf }
	Tree  struct{ sub []Tree }
	Pair  struct{ back *T }
	Cube  [1]any
	I     interface{ I(any) I }
	S     interface{ Stop() S; At() S }
	G[A any] struct{ t *T }
	Deep  struct{}
	T     struct {
		*Hidden
		next   *T
		pair   Pair
		down   *T
		n      int
		ok     bool
		name   string
		list   []int
		all    []*T
		index  map[int]int
		byName map[string]*T
		array  ARRAY
		tree   Tree
		big    *big.Int
		when   time.Time
		url    *url.URL
		point  Point
		fn     func(*T) *T
		c      chan *T
		count  int64
	}
	Hidden struct{ t *T }
)

var big1 = big.NewInt(1)

func (t *T) F(int) *T                  { return t }
func (t T) V(int) T                    { return t }
func (t *T) I(any) I                   { return t }
func (t *T) At() S                     { return t }
func (t *T) Stop() S                   { return t }
func (t *T) Writer(string) *T          { return t }
func (t *T) value() *T                 { return t }
func (t *T) take(func())               {}
func (t *T) three(a, b *T)             {}
func (h *Hidden) Deep(int) *T          { return h.t }
func (g G[A]) Get() G[A]               { return g }
func f(x *T) *T                        { go func() { x.n++ }(); return x }
func h(a, b *T) *T                     { return a }
func two(a *T) (*T, *T)                { return a, a }
func first(a, b *T) *T                 { return a }
func id[A any](a A) A                  { return a }
func inst[A any](t *T) *T              { return t }
func use(*T)                           {}
func run(g func() *T) *T               { return g() }
func b2i(bool) int                     { return 0 }
func wrap(s []int) *[1]int             { return (*[1]int)(s) }
func bound(g func(int) *T) *T          { return g(1) }
func ref(t *T) **T                     { return &t }
func fp(t **T) *T                      { return *t }
func send(t *T) chan *T                { c := make(chan *T, 1); c <- t; return c }
func seq(yield func(int) bool)         { yield(1) }

var _ = fmt.Sprint
var _ = strings.Repeat
var _ = slices.Clone[[]int]
var _ atomic.Int64

var x = &T{}

func nested() {
	go func() { x.n, x.ok = 2, true }()
	BODY
}
`

// nest is source with a form nested within itself.
func nest(form, innermost, result string, depth int) string {
	text := innermost
	for i := range depth {
		text = strings.NewReplacer("$1", "x.big", "$", text, "#", fmt.Sprintf("L%d", i)).Replace(form)
	}
	return strings.ReplaceAll(result, "$", text)
}

// TestNestedOnce rewrites each kind of source that nests, up to 32 deep. Whatever renders a
// part twice does so at each level, 2^n times for n of them: a chain of fifty calls was never
// rewritten. What is counted is memory allocated, which is the same on each machine.
func TestNestedOnce(t *testing.T) {
	depths := []int{0, 4, 8, 16, 32}
	files := map[string]string{"go.mod": ""}
	for i, n := range nestings {
		for _, depth := range depths {
			text := strings.NewReplacer("ARRAY", strings.Repeat("[1]", depth)+"int", "BODY", nest(n.form, n.innermost, n.result, depth)).Replace(nestedHead)
			files[fmt.Sprintf("p%d/d%d/p.go", i, depth)] = text
		}
	}
	units := make(map[string]*load.Unit)
	for _, u := range newModule(t, files).Load() {
		units[u.ImportPath] = u
	}
	allocations(t, units["example.com/m/p0/d0"]) // what is made once
	for i, n := range nestings {
		rewriting := func(depth int) float64 {
			return float64(allocations(t, units[fmt.Sprintf("example.com/m/p%d/d%d", i, depth)]))
		}
		plain := rewriting(0)
		before := rewriting(depths[1]) - plain
		for _, depth := range depths[2:] {
			// Twice as deep is twice the work, or four times if each level looks at all within it.
			now := rewriting(depth) - plain
			if now > 5*max(before, 20) {
				t.Errorf("%s, %d deep: %.0f allocations more than not nested, at half of that %.0f", n.name, depth, now, before)
				break
			}
			before = now
		}
	}
}

// allocations counts those of rewriting a unit.
func allocations(t *testing.T, u *load.Unit) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Unit(u); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}
