package testbin

import (
	"strings"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/kinds"
)

// A saved schedule and an execution of the program as it is now are compared in
// two steps: which task is which, then which operation of a task is which. Both
// are alignments of sequences: what has come in or gone away shifts the rest,
// but does not reorder it.

// turn is one step as a task takes part in it: a rendezvous is a turn of two.
type turn struct {
	step    int
	op      string
	object  string
	partner bool // it is the receiver's

	// What is compared, made ready: long tasks are compared turn by turn.
	pos, column, name, family string
}

func newTurn(i int, s *wire.Step, op string, partner bool) turn {
	t := turn{step: i, op: op, object: s.Object, partner: partner, name: unnumbered(s.Object), family: family(op)}
	if !partner {
		t.pos, t.column = s.Pos, fileAndColumn(s.Pos)
	}
	return t
}

// turns are what each task does in the steps, one after the other; tasks has
// their names in the order in which they first do something.
func turnsOf(steps []wire.Step) (turns map[string][]turn, tasks []string) {
	turns = map[string][]turn{}
	add := func(task string, t turn) {
		if turns[task] == nil {
			tasks = append(tasks, task)
		}
		turns[task] = append(turns[task], t)
	}
	for i := range steps {
		s := &steps[i]
		add(s.Task, newTurn(i, s, s.Op, false))
		if s.Joint() {
			add(s.Partner, newTurn(i, s, "recv", true))
		}
	}
	return turns, tasks
}

// guide is what an execution has shown of how a saved schedule lies in the
// program: for those that follow.
type guide struct {
	saved  map[string]string // by task of now: the task of the schedule that it is
	places map[string][]int  // by task of now and number of its event: the saved turn that it is, or -1
	did    map[string][]turn // what they were
}

// align compares a saved schedule with what an execution has done now.
func align(saved, now []wire.Step) *guide {
	was, wasTasks := turnsOf(saved)
	is, isTasks := turnsOf(now)
	g := &guide{map[string]string{}, map[string][]int{}, is}
	m := matcher{
		was: side{steps: saved, turns: was, tasks: wasTasks}, is: side{steps: now, turns: is, tasks: isTasks},
		to: map[string]string{}, from: g.saved,
	}
	m.was.prepare()
	m.is.prepare()
	m.match()
	for task, of := range g.saved {
		a, b := was[of], is[task]
		places := make([]int, len(b))
		for i := range places {
			places[i] = -1
		}
		aligned(len(a), len(b), func(i, j int) int {
			return likeness(&a[i], &b[j])
		}, func(i, j int) { places[j] = i })
		g.places[task] = places
	}
	return g
}

// maxAlign bounds the table of an alignment.
const maxAlign = 4 << 20

// aligned pairs elements of two sequences, in order, so that the sum of what
// the pairs are like is greatest. Those that are not alike at all are no pair.
// Sequences too long for that are paired one by one from the front.
func aligned(n, m int, like func(i, j int) int, pair func(i, j int)) {
	if n*m > maxAlign {
		alignedLong(n, m, like, pair)
		return
	}
	best := make([]int32, (n+1)*(m+1)) // of the rest from i and j on
	at := func(i, j int) *int32 { return &best[i*(m+1)+j] }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			b := max(*at(i+1, j), *at(i, j+1))
			if l := like(i, j); l > 0 {
				b = max(b, *at(i+1, j+1)+int32(l))
			}
			*at(i, j) = b
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		l := like(i, j)
		switch {
		case l > 0 && *at(i, j) == *at(i+1, j+1)+int32(l):
			pair(i, j)
			i, j = i+1, j+1
		case *at(i, j) == *at(i+1, j):
			i++
		default:
			j++
		}
	}
}

// alignedLong is for sequences that are too long for a table: what they begin and
// end with alike is paired first. What is still too long then, one by one.
func alignedLong(n, m int, like func(i, j int) int, pair func(i, j int)) {
	const alike = likeOp + likeObject
	start := 0
	for start < min(n, m) && like(start, start) >= alike {
		pair(start, start)
		start++
	}
	for n > start && m > start && like(n-1, m-1) >= alike {
		n, m = n-1, m-1
		pair(n, m)
	}
	if (n-start)*(m-start) <= maxAlign {
		aligned(n-start, m-start, func(i, j int) int { return like(start+i, start+j) }, func(i, j int) { pair(start+i, start+j) })
		return
	}
	for i := start; i < min(n, m); i++ {
		if like(i, i) > 0 {
			pair(i, i)
		}
	}
}

// What makes two operations alike, the most important first. Lines shift with
// every edit; the column of an operation mostly stays.
const (
	likeObject = 12
	likeOp     = 8
	likeFamily = 5
	likePos    = 3
	likeColumn = 1
)

// likeness says how much one turn is like the other; 0: it cannot be the same.
func likeness(a, b *turn) int {
	l := 0
	switch {
	case kinds.SameOp(a.op, b.op):
		l = likeOp
	case a.family == b.family:
		l = likeFamily
	default:
		return 0
	}
	switch {
	case a.object == b.object:
		l += likeObject
	case a.name == b.name:
		l += likeObject - 2
	}
	if !a.partner && !b.partner {
		l += alikePos(a.pos, a.column, b.pos, b.column)
	}
	return l
}

func alikePos(a, column, b, column2 string) int {
	switch {
	case a == b:
		return likePos
	case column == column2:
		return likeColumn
	}
	return 0
}

// fileAndColumn is a position without its line.
func fileAndColumn(pos string) string {
	c := strings.LastIndexByte(pos, ':')
	if c < 0 {
		return pos
	}
	l := strings.LastIndexByte(pos[:c], ':')
	if l < 0 {
		return pos
	}
	return pos[:l] + pos[c:]
}

// unnumbered is an object's name without the number that tells it from others
// of the name.
func unnumbered(object string) string {
	name, _, _ := strings.Cut(object, " #")
	return name
}

// family is a name for operations that may take each other's place when a
// program is edited, or when it goes otherwise.
func family(op string) string {
	switch op {
	case "lock", "rlock", "lockbusy":
		return "acquire"
	case "unlock", "runlock", "badunlock":
		return "release"
	case "recv", "recvclosed", "timerrecv", "await":
		return "receive"
	case "send", "sendclosed":
		return "put"
	case "read", "write", "inc", "mask", "merge":
		return "access"
	case "add", "addnegative":
		return "count"
	case "oncefirst", "oncedone":
		return "once"
	case "post", "postfront", "postclosed":
		return "post"
	case "signal", "broadcast":
		return "signal"
	case "begin", "timerfire":
		return "begin"
	}
	return op
}

// matcher finds out which task of a schedule is which task of an execution.
type matcher struct {
	was, is  side
	to, from map[string]string
}

// side is one of the two.
type side struct {
	steps []wire.Step
	turns map[string][]turn
	tasks []string
	kids  map[string][]string       // by name of the parent
	bags  map[string]map[string]int // by task: how often it does what
}

func (s *side) prepare() {
	s.kids, s.bags = map[string][]string{}, map[string]map[string]int{}
	for _, t := range s.tasks {
		bag := map[string]int{}
		for _, turn := range s.turns[t] {
			if turn.family != "begin" { // as every task does
				bag[turn.op+" "+turn.name]++
			}
		}
		s.bags[t] = bag
		if i := strings.LastIndexByte(t, '/'); i >= 0 {
			s.kids[t[:i]] = append(s.kids[t[:i]], t)
		}
	}
	for _, kids := range s.kids {
		sortNames(kids)
	}
}

// match matches the tasks: those that a task of both sides has made, in order
// and if they do something alike; then, wherever they were made, those that do
// something alike; then what is left, in order.
func (m *matcher) match() {
	for _, t := range []string{"main", "clock"} {
		if m.was.turns[t] != nil && m.is.turns[t] != nil {
			m.same(t, t)
		}
	}
	m.kids(func(a, b string) int {
		l := m.likeness(a, b)
		if l > 0 {
			l += m.alikeBirth(a, b)
		}
		return l
	})
	if len(m.was.tasks)*len(m.is.tasks) <= maxAlign/64 {
		m.elsewhere()
	}
	m.kids(func(a, b string) int { return 1 + m.likeness(a, b) + m.alikeBirth(a, b) })
}

func (m *matcher) same(was, is string) { m.to[was], m.from[is] = is, was }

// kids matches the tasks that matched tasks have made, from the root on.
func (m *matcher) kids(like func(was, is string) int) {
	parents := append([]string(nil), m.was.tasks...)
	sortNames(parents)
	for _, p := range parents {
		q, ok := m.to[p]
		if !ok {
			continue
		}
		var a, b []string
		for _, k := range m.was.kids[p] {
			if _, done := m.to[k]; !done {
				a = append(a, k)
			}
		}
		for _, k := range m.is.kids[q] {
			if _, done := m.from[k]; !done {
				b = append(b, k)
			}
		}
		aligned(len(a), len(b), func(i, j int) int { return like(a[i], b[j]) }, func(i, j int) { m.same(a[i], b[j]) })
	}
}

// elsewhere matches tasks that another task makes now.
func (m *matcher) elsewhere() {
	const enough = 50
	for _, a := range m.was.tasks {
		if _, done := m.to[a]; done {
			continue
		}
		best, found := enough, ""
		for _, b := range m.is.tasks {
			if _, done := m.from[b]; done || b == "clock" || b == "main" {
				continue
			}
			if l := m.likeness(a, b); l > best {
				best, found = l, b
			}
		}
		if found != "" {
			m.same(a, found)
		}
	}
}

// likeness is how much of what two tasks do is the same, in per cent: by
// operation and object, and half as much by operation. Two that do nothing are
// alike.
func (m *matcher) likeness(a, b string) int {
	x, y := m.was.bags[a], m.is.bags[b]
	if len(x) == 0 && len(y) == 0 {
		return 50
	}
	all, both := 0, 0
	ops := map[string]int{}
	for k, n := range x {
		all += n
		both += min(n, y[k])
		op, _, _ := strings.Cut(k, " ")
		ops[op] += n
	}
	alike := 0
	for k, n := range y {
		all += n
		op, _, _ := strings.Cut(k, " ")
		common := min(n, ops[op])
		alike += common
		ops[op] -= common
	}
	return 100 * (both + alike) / all
}

// alikeBirth compares where two tasks were made.
func (m *matcher) alikeBirth(a, b string) int {
	x, y := m.was.steps[m.was.turns[a][0].step].Created, m.is.steps[m.is.turns[b][0].step].Created
	return 5 * alikePos(x, fileAndColumn(x), y, fileAndColumn(y))
}
