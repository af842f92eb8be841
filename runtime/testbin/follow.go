package testbin

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/kinds"
)

// follower is a Scheduler that makes an execution as much like a saved schedule
// as can be, by names: numbers of tasks mean nothing in another process, and
// lines nothing in another version of the program.
//
// Each task's next operation is looked up in what the task does in the
// schedule. If it is there, its place is the place of that step; if not, it is
// new, and its place is beside what the task does before or afterwards. Of the
// tasks that can go on, the one goes on whose place is the earliest: in the
// program that the schedule was saved from, these are the saved steps one by
// one. Steps that are not there any more are passed over by nobody's having
// their place, and a task that has to wait keeps its own. Where nobody has a
// place the default scheduler decides.
type follower struct {
	checker.Fair
	way
	x         *rt.Execution
	steps     []wire.Step
	turns     map[string][]turn
	guide     *guide // nil: tasks have the names that they had
	decisions []checker.Decision
	limit     int
	courses   []*course // by number of the task
	followed  []bool    // by saved step
	names     map[checker.Object]string
	buf       []checker.Decision
}

// way says how new operations are put between the saved ones.
type way struct {
	eager  bool // new operations come at once after the task's last saved step; else just before its next one
	newest bool // new tasks go on before all others; else when nobody else can
}

// course is a task's way through the schedule.
type course struct {
	mine   []turn // of the task in the schedule that it is
	places []int  // guide.places
	did    []turn // guide.did
	next   int    // of mine: the first that may come now
	known  bool   // place is that of the pending operation
	place  int    // of mine, or -1: it is new
	took   []int  // by event: place
}

const nowhere = math.MaxInt

// window is how far ahead an operation is looked for in what its task does in
// the schedule, if no execution has shown what comes.
const window = 32

func newFollower(x *rt.Execution, s *wire.Schedule, g *guide, w way, limit int) *follower {
	f := &follower{x: x, steps: s.Steps, guide: g, way: w, limit: limit, followed: make([]bool, len(s.Steps)), names: map[checker.Object]string{}}
	f.turns, _ = turnsOf(s.Steps)
	return f
}

// course is the task's, made when it first appears.
func (f *follower) course(id checker.Task) *course {
	for int(id) >= len(f.courses) {
		f.courses = append(f.courses, nil)
	}
	c := f.courses[id]
	if c == nil {
		c = &course{}
		name := f.x.TaskName(id)
		saved := name
		if f.guide != nil {
			saved = f.guide.saved[name]
			c.places, c.did = f.guide.places[name], f.guide.did[name]
			if c.did == nil && f.turns[name] != nil && !f.guide.has(name) {
				saved = name // it has not come into being before
			}
		}
		c.mine = f.turns[saved]
		f.courses[id] = c
	}
	return c
}

// has says whether a task of the schedule was found in the execution.
func (g *guide) has(saved string) bool {
	for _, s := range g.saved {
		if s == saved {
			return true
		}
	}
	return false
}

// Next implements checker.Scheduler.
func (f *follower) Next(st checker.State) (checker.Decision, bool) {
	if f.limit > 0 && len(f.decisions) >= f.limit {
		return checker.Decision{}, false
	}
	best, found := nowhere, checker.Decision{}
	for _, id := range st.Tasks() {
		c := f.course(id)
		f.locate(st, id, c)
		if key := f.key(c); key < best {
			if d, ok := f.decision(st, id, c); ok {
				best, found = key, d
			}
		}
	}
	if best < nowhere {
		return found, true
	}
	return f.Fair.Next(st)
}

// locate finds the place of a task's pending operation.
func (f *follower) locate(st checker.State, id checker.Task, c *course) {
	if c.known {
		return
	}
	c.known, c.place = true, -1
	op := st.Op(id)
	if k := len(c.took); k < len(c.places) {
		switch p := c.places[k]; {
		case p >= c.next && f.alike(op, &c.mine[p]) > 0:
			c.place = p
			return
		case p < 0 && f.alike(op, &c.did[k]) == 2:
			return
		}
	}
	// What it does now it has not done in the execution before, or there was none.
	for p := c.next; p < min(len(c.mine), c.next+window); p++ {
		if f.alike(op, &c.mine[p]) == 2 {
			c.place = p
			return
		}
	}
	if c.next < len(c.mine) && f.alike(op, &c.mine[c.next]) > 0 {
		c.place = c.next
	}
}

// key is the place of the task in the schedule as a whole.
func (f *follower) key(c *course) int {
	if c.place >= 0 {
		return 2*c.mine[c.place].step + 1
	}
	switch {
	case len(c.mine) == 0 && f.newest:
		return 0
	case len(c.mine) == 0:
		return nowhere
	case f.eager && c.next > 0:
		return 2 * c.mine[c.next-1].step
	}
	// In vain it would hurry, if it does nothing more of the schedule.
	if k := len(c.took) + 1; k <= len(c.places) {
		for _, p := range c.places[k:] {
			if p >= c.next {
				return 2 * c.mine[p].step
			}
		}
		return nowhere
	}
	if c.next < len(c.mine) {
		return 2 * c.mine[c.next].step
	}
	return nowhere
}

// alike compares an operation that is announced with a turn: 2 if it can become
// it, on an object of that name; 1 if it is of its family; else 0.
func (f *follower) alike(op *checker.Op, t *turn) int {
	if op.Kind == checker.Select {
		best := 0
		for i := range op.Cases {
			best = max(best, f.alikeKind(op.Cases[i].Kind, op.Cases[i].Obj, t))
		}
		if op.HasDefault {
			if t.op == "default" {
				return 2
			}
			best = max(best, 1) // it may be in its stead
		}
		return best
	}
	return f.alikeKind(op.Kind, op.Obj, t)
}

func (f *follower) alikeKind(k checker.Kind, obj checker.Object, t *turn) int {
	switch {
	case k == checker.NoKind:
		return 0
	case kinds.MayBecome(k, t.op):
		if !kinds.OnObject[k] || f.name(obj) == t.object {
			return 2
		}
		return 1
	case family(kinds.Names[k]) == family(t.op):
		return 1
	case (k == checker.TryLock || k == checker.TryRLock) && family(t.op) == "acquire":
		return 1
	}
	return 0
}

// name is the object's name in schedules.
func (f *follower) name(obj checker.Object) string {
	n, ok := f.names[obj]
	if !ok {
		n = f.x.ObjectName(obj)
		f.names[obj] = n
	}
	return n
}

// decision is how the task goes on, if it can as its place in the schedule
// says.
func (f *follower) decision(st checker.State, id checker.Task, c *course) (best checker.Decision, ok bool) {
	op := st.Op(id)
	f.buf = st.Decisions(id, f.buf[:0])
	if c.place < 0 {
		return preferred(f.buf)
	}
	t := &c.mine[c.place]
	step := &f.steps[t.step]
	most := 0
	for _, d := range f.buf {
		n := 1
		switch op.Kind {
		case checker.Select:
			n = f.fits(op, d, t, step)
		case checker.Choose:
			if want := min(int64(step.Choice), op.Arg-1); int64(d.Choice) != want {
				n = 0
			}
		}
		if n > 0 && d.Partner != checker.NoTask && step.Partner != "" {
			switch {
			case f.savedName(d.Partner) != step.Partner:
				n = 0
			case d.PartnerChoice == step.PartnerChoice:
				n++
			}
		}
		if n > most {
			best, most = d, n
		}
	}
	return best, most > 0
}

// preferred is what the default scheduler would do.
func preferred(all []checker.Decision) (checker.Decision, bool) {
	for _, d := range all {
		if d.Choice != checker.DefaultCase {
			return d, true
		}
	}
	if len(all) == 0 {
		return checker.Decision{}, false
	}
	return all[0], true
}

// savedName is the name in the schedule of a task, "" if it has none.
func (f *follower) savedName(id checker.Task) string {
	name := f.x.TaskName(id)
	if f.guide == nil {
		return name
	}
	return f.guide.saved[name]
}

// fits says how well a case of a select is that of the schedule: by what it
// does to which object, and by its number only among those that are alike. If
// the object is not among the cases at all, it was renamed.
func (f *follower) fits(op *checker.Op, d checker.Decision, t *turn, step *wire.Step) int {
	if d.Choice == checker.DefaultCase || t.op == "default" {
		if d.Choice == checker.DefaultCase && t.op == "default" {
			return 1
		}
		return 0
	}
	best := 0
	for i := range op.Cases {
		best = max(best, f.alikeKind(op.Cases[i].Kind, op.Cases[i].Obj, t))
	}
	cs := &op.Cases[d.Choice]
	if f.alikeKind(cs.Kind, cs.Obj, t) < best || best == 0 {
		return 0
	}
	if d.Choice == step.Choice || t.partner && d.Choice == step.PartnerChoice {
		return 2
	}
	return 1
}

// Did implements checker.Scheduler.
func (f *follower) Did(st checker.State, ev *checker.Event) {
	f.decisions = append(f.decisions, ev.Decision)
	f.passed(ev.Task)
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		f.passed(ev.Partner)
	}
	f.Fair.Did(st, ev)
}

// passed books the task's event.
func (f *follower) passed(id checker.Task) {
	c := f.course(id)
	if c.place >= 0 && c.known {
		c.next = c.place + 1
		f.followed[c.mine[c.place].step] = true
	}
	c.took = append(c.took, c.place)
	c.known = false
}

// sortNames sorts names of tasks by the tree: main/2 before main/10, a parent
// before its children.
func sortNames(names []string) {
	slices.SortFunc(names, func(a, b string) int {
		x, y := strings.Split(a, "/"), strings.Split(b, "/")
		return slices.CompareFunc(x, y, func(p, q string) int {
			m, err1 := strconv.Atoi(p)
			n, err2 := strconv.Atoi(q)
			if err1 == nil && err2 == nil {
				return cmp.Compare(m, n)
			}
			return cmp.Compare(p, q)
		})
	})
}
