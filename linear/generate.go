package linear

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A scenario is what goroutines do with a structure.
type scenario struct {
	before, after []*call
	parallel      [][]*call
}

// calls are all operations, in the order in which they are written.
func (s *scenario) calls() []*call {
	return slices.Concat(append(append([][]*call{s.before}, s.parallel...), s.after)...)
}

// String names a scenario as Only has it.
func (s *scenario) String() string {
	var goroutines []string
	for _, calls := range s.parallel {
		goroutines = append(goroutines, names(calls))
	}
	text := strings.Join(goroutines, " | ")
	if len(s.before)+len(s.after) > 0 {
		text = names(s.before) + "; " + text + "; " + names(s.after)
	}
	return strings.TrimSpace(text)
}

func names(calls []*call) string {
	var all []string
	for _, c := range calls {
		all = append(all, c.String())
	}
	return strings.Join(all, ", ")
}

// shape is how many operations there are, and where.
type shape struct {
	before, after int
	parallel      []int // the longest first
}

func (s *shape) size() int {
	n := s.before + s.after
	for _, k := range s.parallel {
		n += k
	}
	return n
}

// shapes are all shapes, small ones first.
func (p *plan) shapes() []shape {
	var all []shape
	var grow func(parallel []int, most, left int)
	grow = func(parallel []int, most, left int) {
		if len(parallel) >= 2 {
			for before := range p.beside + 1 {
				for after := range p.beside + 1 {
					all = append(all, shape{before, after, slices.Clone(parallel)})
				}
			}
		}
		if len(parallel) < p.goroutines {
			for k := 1; k <= min(most, left); k++ {
				grow(append(parallel, k), k, left-k)
			}
		}
	}
	grow(nil, p.length, p.together)
	slices.SortStableFunc(all, func(a, b shape) int {
		return cmp.Or(a.size()-b.size(), len(a.parallel)-len(b.parallel), a.before+a.after-b.before-b.after)
	})
	return all
}

// manyScenarios is up to how many of one size are gone through before some are drawn.
const manyScenarios = 5000

// generated are the scenarios of plans, by what they are a function of, and in numbers of
// calls: under gocheck a test runs again and again, and they are always the same.
var generated sync.Map // string → []numbered

// numbered is a scenario: the numbers of its calls, all of them.
type numbered struct {
	shape shape
	calls []int
}

// generate makes the scenarios, or finds them.
func (p *plan) generate() ([]*scenario, error) {
	var calls []*call
	key := fmt.Sprint(p.goroutines, p.length, p.together, p.beside, p.scenarios, p.distinct)
	for _, op := range p.ops {
		for i := range op.calls {
			op.calls[i].number = len(calls)
			calls = append(calls, &op.calls[i])
			key += fmt.Sprintf("\n%q %v", op.name, op.calls[i].values)
			for _, v := range op.calls[i].args {
				key += " " + v.Type().String()
			}
		}
	}
	if p.only != "" {
		s, err := named(p.only, calls)
		return []*scenario{s}, err
	}
	known, ok := generated.Load(key)
	if !ok {
		var numbers []numbered
		for _, s := range p.make(calls) {
			numbers = append(numbers, s.numbered())
		}
		known = numbers
		generated.Store(key, known)
	}
	var all []*scenario
	for _, n := range known.([]numbered) {
		all = append(all, n.shape.of(chosen(calls, n.calls)))
	}
	return all, nil
}

// numbered is the scenario in numbers.
func (s *scenario) numbered() numbered {
	n := numbered{shape: shape{before: len(s.before), after: len(s.after)}}
	for _, c := range s.calls() {
		n.calls = append(n.calls, c.number)
	}
	for _, part := range s.parallel {
		n.shape.parallel = append(n.shape.parallel, len(part))
	}
	return n
}

// chosen are the calls of those numbers.
func chosen(calls []*call, numbers []int) []*call {
	flat := make([]*call, len(numbers))
	for i, n := range numbers {
		flat[i] = calls[n]
	}
	return flat
}

// make makes the scenarios, small ones first: all of a size, as long as these are no more than
// half of what is left, and of larger ones as many, drawn by lot, always the same.
func (p *plan) make(calls []*call) []*scenario {
	var all []*scenario
	seen := map[string]bool{}
	lots := rand.New(rand.NewPCG(1, 2))
	shapes := p.shapes()
	for len(shapes) > 0 && len(all) < p.scenarios {
		size := shapes[0].size()
		n := 0
		for n < len(shapes) && shapes[n].size() == size {
			n++
		}
		left := p.scenarios - len(all)
		if n < len(shapes) {
			left = (left + 1) / 2
		}
		of := p.some(shapes[:n], calls, seen, left, lots)
		all = append(all, of...)
		shapes = shapes[n:]
	}
	return all
}

// some are at most so many scenarios of the shapes, none of which is one of seen.
func (p *plan) some(shapes []shape, calls []*call, seen map[string]bool, most int, lots *rand.Rand) []*scenario {
	var of []*scenario
	take := func(s *scenario) {
		if key := p.key(s); !seen[key] {
			seen[key] = true
			of = append(of, s)
		}
	}
	total := 0
	for i := range shapes {
		n := 1
		for range shapes[i].size() {
			n = min(n*len(calls), manyScenarios+1)
		}
		total += n
	}
	if total <= manyScenarios {
		for i := range shapes {
			fill(&shapes[i], calls, take)
		}
		if len(of) <= most {
			return of
		}
		kept := lots.Perm(len(of))[:most]
		slices.Sort(kept)
		for i, j := range kept {
			of[i] = of[j]
		}
		return of[:most]
	}
	rank := map[*scenario]int{}
	for range 20 * most {
		if len(of) == most {
			break
		}
		i := lots.IntN(len(shapes))
		before := len(of)
		drawn := make([]*call, shapes[i].size())
		for j := range drawn {
			drawn[j] = calls[lots.IntN(len(calls))]
		}
		take(shapes[i].of(drawn))
		if len(of) > before {
			rank[of[before]] = i
		}
	}
	slices.SortStableFunc(of, func(a, b *scenario) int { return rank[a] - rank[b] })
	return of
}

// size is how many operations there are.
func (s *scenario) size() int { return len(s.calls()) }

// may says whether some operation may wait.
func (s *scenario) may() bool {
	return slices.ContainsFunc(s.calls(), func(c *call) bool { return c.op.blocking })
}

// without is the scenario without some of its operations, which are numbered as they are
// written.
func (s *scenario) without(omit uint64) *scenario {
	if omit == 0 {
		return s
	}
	n := 0
	part := func(calls []*call) (left []*call) {
		for _, c := range calls {
			if n >= 64 || omit>>n&1 == 0 {
				left = append(left, c)
			}
			n++
		}
		return left
	}
	less := &scenario{before: part(s.before)}
	for _, calls := range s.parallel {
		if left := part(calls); len(left) > 0 {
			less.parallel = append(less.parallel, left)
		}
	}
	less.after = part(s.after)
	return less
}

// fill goes through all scenarios of a shape.
func fill(s *shape, calls []*call, take func(*scenario)) {
	at := make([]int, s.size())
	for {
		take(s.of(chosen(calls, at)))
		i := len(at) - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < len(calls) {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// of is the scenario of that shape with these calls.
func (s *shape) of(flat []*call) *scenario {
	next := func(n int) []*call {
		part := flat[:n:n]
		flat = flat[n:]
		return part
	}
	made := &scenario{before: next(s.before)}
	for _, n := range s.parallel {
		made.parallel = append(made.parallel, next(n))
	}
	made.after = next(s.after)
	return made
}

// key is the same for scenarios that differ in the names of goroutines and values only.
func (p *plan) key(s *scenario) string {
	least := ""
	permutations(len(s.parallel), func(perm []int) {
		var text strings.Builder
		names := map[int]int{}
		write := func(calls []*call) {
			for _, c := range calls {
				text.WriteString(c.op.name)
				for i, v := range c.values {
					if k := c.args[i].Kind(); !p.distinct && k != reflect.Bool && (k <= reflect.Float64 || k == reflect.String) {
						if _, ok := names[v]; !ok {
							names[v] = len(names)
						}
						v = names[v]
					}
					fmt.Fprintf(&text, " %d", v)
				}
				text.WriteByte(',')
			}
			text.WriteByte('|')
		}
		write(s.before)
		for _, i := range perm {
			write(s.parallel[i])
		}
		write(s.after)
		if least == "" || text.String() < least {
			least = text.String()
		}
	})
	return least
}

// permutations calls f with each order of 0, 1, … n-1.
func permutations(n int, f func([]int)) {
	perm := make([]int, 0, n)
	var grow func()
	grow = func() {
		if len(perm) == n {
			f(perm)
			return
		}
		for i := range n {
			if !slices.Contains(perm, i) {
				perm = append(perm, i)
				grow()
				perm = perm[:len(perm)-1]
			}
		}
	}
	grow()
}

// named is the scenario of that name.
func named(name string, calls []*call) (*scenario, error) {
	s := &scenario{}
	parts := strings.Split(name, ";")
	switch len(parts) {
	case 1:
		parts = []string{"", name, ""}
	case 3:
	default:
		return nil, fmt.Errorf("%q names no scenario: it has none or two semicolons", name)
	}
	var err error
	read := func(text string) []*call {
		var found []*call
		for text = strings.TrimSpace(text); text != ""; {
			i := slices.IndexFunc(calls, func(c *call) bool { return strings.HasPrefix(text, c.String()) })
			if i < 0 {
				err = fmt.Errorf("%q names no operation", text)
				return nil
			}
			found = append(found, calls[i])
			text = strings.TrimLeft(strings.TrimPrefix(text, calls[i].String()), ", ")
		}
		return found
	}
	s.before, s.after = read(parts[0]), read(parts[2])
	for part := range strings.SplitSeq(parts[1], "|") {
		s.parallel = append(s.parallel, read(part))
	}
	return s, err
}
