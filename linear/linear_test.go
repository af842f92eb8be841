package linear

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// stack is correct but for Twice.
type stack struct {
	mu    sync.Mutex
	items []int
}

func newStack() *stack { return new(stack) }

func (s *stack) Push(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, v)
}

func (s *stack) Pop() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.items[len(s.items)-1] // it panics, if there is none
	s.items = s.items[:len(s.items)-1]
	return v
}

// Twice is another number each time.
func (s *stack) Twice() int {
	calls.Lock()
	defer calls.Unlock()
	calls.n++
	return calls.n
}

var calls struct {
	sync.Mutex
	n int
}

func (s *stack) state() any { return s.items }

func planOf(t *testing.T, parts ...Part) (*plan, []*scenario) {
	t.Helper()
	p := &plan{create: reflect.ValueOf(newStack), scenarios: 100, goroutines: 3, length: 3, together: 4, beside: 2}
	for _, part := range parts {
		part.add(p)
	}
	if err := p.prepare(reflect.TypeFor[*stack]()); err != nil {
		t.Fatal(err)
	}
	all, err := p.generate()
	if err != nil {
		t.Fatal(err)
	}
	return p, all
}

// listener is native, and keeps what fails.
type listener struct {
	native
	said *string
}

func (m listener) Fatal(_ *testing.T, _, message string) { *m.said = message }

// A correct structure passes natively; what panics for one goroutine may panic for many.
func TestNative(t *testing.T) {
	Check(t, newStack, Op("Push", (*stack).Push), Op("Pop", (*stack).Pop), State((*stack).state), Scenarios(20))
	Check(t, newStack, Op("Push", (*stack).Push), Op("Pop", (*stack).Pop), Sequential(), Scenarios(5))
	Check(t, newStack, Op("Push", (*stack).Push), Op("Pop", (*stack).Pop), Quiescent(), Scenarios(5))
	Check(t, func() *queue { return &queue{make(chan int, 9)} }, Op("Put", (*queue).Put), Op("Take", (*queue).Take).Blocking(), Beside(0), Scenarios(5))
}

type queue struct{ c chan int }

func (q *queue) Put(v int) { q.c <- v }
func (q *queue) Take() int { return <-q.c }

// Scenarios come by their sizes, and none twice, up to names.
func TestGenerate(t *testing.T) {
	p, all := planOf(t, Op("Push", (*stack).Push), Op("Pop", (*stack).Pop))
	if len(all) != 100 {
		t.Errorf("%d scenarios", len(all))
	}
	keys := map[string]string{}
	var sizes []int
	for _, s := range all {
		if other, ok := keys[p.key(s)]; ok {
			t.Errorf("%s and %s are the same", s, other)
		}
		keys[p.key(s)] = s.String()
		sizes = append(sizes, s.size())
		if again, err := named(s.String(), callsOf(p)); err != nil || again.String() != s.String() || p.key(again) != p.key(s) {
			t.Errorf("%q is read as %v, %v", s, again, err)
		}
	}
	if !slices.IsSorted(sizes) || sizes[0] != 2 || sizes[99] != 8 {
		t.Errorf("sizes %v", sizes)
	}
	_, again := planOf(t, Op("Push", (*stack).Push), Op("Pop", (*stack).Pop))
	for i := range all {
		if all[i].String() != again[i].String() {
			t.Errorf("%s, and the second time %s", all[i], again[i])
		}
	}
	var small []string
	for _, s := range all[:3] {
		small = append(small, s.String())
	}
	if got, want := strings.Join(small, " / "), "Push(1) | Push(1) / Push(1) | Push(2) / Push(1) | Pop()"; got != want {
		t.Errorf("the first are %s, want %s", got, want)
	}
}

func callsOf(p *plan) []*call {
	var all []*call
	for _, op := range p.ops {
		for i := range op.calls {
			all = append(all, &op.calls[i])
		}
	}
	return all
}

// Of a scenario some operations may be left out.
func TestWithout(t *testing.T) {
	p, _ := planOf(t, Op("Push", (*stack).Push), Op("Pop", (*stack).Pop))
	s, err := named("Push(1); Pop() | Push(2), Pop(); Pop()", callsOf(p))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.without(1 | 1<<1 | 1<<4).String(); got != "Push(2), Pop()" {
		t.Errorf("%s is left", got)
	}
}

// What no order explains is reported, with the orders that come nearest.
func TestReport(t *testing.T) {
	for _, c := range []struct {
		only, want string
		parts      []Part
	}{
		{"Twice(); Push(1) | Push(2);", "not linearizable: no order of these operations has these results\n\n" +
			"    before: Twice() = 1\n    | goroutine 1 | goroutine 2 |\n    | ----------- | ----------- |\n    | Push(1)     | Push(2)     |\n\n" +
			"Of the orders that keep the order in time, those that come nearest:\n    at the beginning: Twice() would be 2, not 1\n\n", []Part{Op("Twice", (*stack).Twice)}},
		{"Push(1) | Push(2)", "then the state is 0, and would be 3\n", []Part{State(func(*stack) any { calls.n += 3; return calls.n / 6 * 3 })}},
	} {
		calls.n = 0
		p, all := planOf(t, append(c.parts, Op("Push", (*stack).Push), Only(c.only))...)
		said := ""
		p.run(t, listener{said: &said}, all[0])
		if !strings.Contains(said, c.want) || !strings.Contains(said, "linear.Only(`"+all[0].String()+"`))\n}") {
			t.Errorf("want\n%s\ngot\n%s", c.want, said)
		}
	}
}

// The orders that a check may ask for.
func TestPrecedes(t *testing.T) {
	// Two goroutines, two operations each: those of the first are over when the second begins.
	r := &running{p: &plan{}, ops: make([][]*done, 3)}
	a := []*done{{goroutine: 1, index: 0, seen: []int32{0, 0, 0}}, {goroutine: 1, index: 1, seen: []int32{0, 1, 0}}}
	b := []*done{{goroutine: 2, index: 0, seen: []int32{0, 1, 0}}, {goroutine: 2, index: 1, seen: []int32{0, 2, 1}}}
	for _, c := range []struct {
		order order
		want  string
	}{
		{inTime, "a0<a1 a0<b0 a0<b1 a1<b1 b0<b1"},
		{ofProgram, "a0<a1 b0<b1"},
		// b0 and a1 are under way at the same time, and nothing is while they begin or after.
		{ofQuietness, "a0<a1 a0<b0 a0<b1 a1<b1 b0<b1"},
	} {
		r.p.order = c.order
		j := &judging{r: r, all: slices.Concat(a, b)}
		var got []string
		names := []string{"a0", "a1", "b0", "b1"}
		for i, d := range j.all {
			for k, e := range j.all {
				if i != k && j.precedes(d, e) {
					got = append(got, names[i]+"<"+names[k])
				}
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("order %d: %s, want %s", c.order, text, c.want)
		}
	}
}

// What cannot be checked is refused.
func TestMisuse(t *testing.T) {
	for want, parts := range map[string][]Part{
		"no operations":                 {},
		"names two":                     {Op("A", (*stack).Pop), Op("A", (*stack).Pop)},
		"no name":                       {Op("A(", (*stack).Pop)},
		"has to be a function":          {Op("A", (*queue).Put)},
		"no value for its argument":     {Op("A", func(*stack, chan int) {})},
		"has no method A":               {Op("A", (*stack).Pop), Model(newStack)},
		"has no method State() any":     {Op("Pop", (*stack).Pop), Model(newStack), State((*stack).state)},
		"State takes a *linear.queue":   {Op("A", (*stack).Pop), State(func(*queue) any { return nil })},
		"there have to be a scenario":   {Op("A", (*stack).Pop), Size(1, 1)},
		"fixed number of arguments":     {Op("A", func(*stack, ...int) {})},
		"is nil, and has to be":         {Op("A", nil)},
		"there have to be a scenario, ": {Op("A", (*stack).Pop), Scenarios(0)},
	} {
		p := &plan{create: reflect.ValueOf(newStack), scenarios: 100, goroutines: 3, length: 3, together: 4, beside: 2}
		for _, part := range parts {
			part.add(p)
		}
		if err := p.prepare(reflect.TypeFor[*stack]()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

type (
	key         int64
	pair[T any] struct{ A, B T }
)

func push(*stack, int) {}

// TestRegression: the code that a report has is for the package of the test: names of others have
// their package's before them, values keep their types, and what has no name is said.
func TestRegression(t *testing.T) {
	const here = "gocheck.dev/linear"
	name := func(f any) func(*regression) string {
		return func(g *regression) string {
			return g.function(reflect.ValueOf(f), "other", reflect.TypeFor[*pair[key]]())
		}
	}
	typed := func(t reflect.Type) func(*regression) string {
		return func(g *regression) string { return g.typed(t) }
	}
	value := func(v any) func(*regression) string {
		return func(g *regression) string { return g.literal(v) }
	}
	for _, c := range []struct {
		f                 func(*regression) string
		inside, elsewhere string
	}{
		{name(push), "push", "linear.push"},
		{name((*stack).Push), "(*stack).Push", "(*linear.stack).Push"},
		{name(func() {}), "other", "other"},
		{typed(reflect.TypeFor[*stack]()), "*stack", "*linear.stack"},
		{typed(reflect.TypeFor[*pair[key]]()), "*pair[key]", "*linear.pair[linear.key]"},
		{typed(reflect.TypeFor[pair[*testing.T]]()), "pair[*testing.T]", "linear.pair[*testing.T]"},
		{typed(reflect.TypeFor[error]()), "error", "error"},
		{value(1), "1", "1"},
		{value(int64(1)), "int64(1)", "int64(1)"},
		{value(1.0), "float64(1)", "float64(1)"},
		{value(key(2)), "key(2)", "linear.key(2)"},
		{value("a"), `"a"`, `"a"`},
		{value(pair[string]{"a", "b"}), `pair[string]{A:"a", B:"b"}`, `linear.pair[string]{A:"a", B:"b"}`},
		{value(nil), "nil", "nil"},
	} {
		for in, want := range map[string]string{here: c.inside, here + "_test": c.elsewhere} {
			g := &regression{in: in, names: map[string]string{}}
			if got := c.f(g); got != want {
				t.Errorf("in %s: %s, want %s", in, got, want)
			}
			if (want == "other") != (len(g.missing) == 1) {
				t.Errorf("in %s: %s: missing %q", in, want, g.missing)
			}
		}
	}
	if got := caller2(); got != here {
		t.Errorf("called from %q", got)
	}
}

// caller2 is what caller says to whom Check calls it.
func caller2() string { pkg, _ := caller(); return pkg }
