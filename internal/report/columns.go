package report

import (
	"slices"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// Options say how much room there is and how much is wanted.
type Options struct {
	Width   int                 // columns of the terminal, indentation included
	Verbose bool                // every step
	Color   bool                // the output is a terminal that shows colours
	Shorten func(string) string // makes paths in texts relative to where the user is; nil: as they are
	// Portable replaces the folders of other people's code in a position, as in
	// saved schedules; nil: it has been done.
	Portable func(string) string
	// Source reads a file of a position as it was when the program was built, nil
	// if it is not there or has changed since; a nil function: there is none.
	Source func(file string) []byte
	// Own marks what has to come out as it is, whatever is in it: the codes of colours,
	// what the program has printed. Nil: nothing is marked (see package printable).
	Own func(string) string
}

// library is the package of a position in code that is not the user's.
func (o *Options) library(pos string) string {
	if o.Portable != nil {
		pos = o.Portable(pos)
	}
	return libraryOf(pos)
}

func (o Options) shorten(s string) string {
	if o.Shorten == nil {
		return s
	}
	return o.Shorten(s)
}

const minColumn = 14 // narrower columns break every word

// A cell is what happens in one lane.
type cell struct {
	lane      int
	task      string
	mark      string // ①, of what makes the difference
	text, pos string
	from      string // where the user's code calls the library that pos is in
	joined    bool   // the position is a part of the sentence
	look      look
	rail      string // in front of it: where in its event it is; "" if in none
}

// A row is one moment: a step, what it does to others, or several steps that
// are left out.
type row struct {
	cells   []cell // the first is whose step it is; none: the row concerns everybody
	span    string // then: its text
	open    []int  // lanes in which an event is under way, and nothing happens
	library string // package of what it shows, if that is not the user's
	hidden  int    // number of steps this row stands for, if it is "…"
	step    bool   // it is a step
	own     bool   // a step of the runtime, not of the program
	aside   bool   // another row says what it is a part of
	telling bool   // never left out
	stuck   bool   // telling, as it blocks who does not go on: of many alike some are left out
	keeps   bool   // not left out of what one task does alone
	from    string // where the user's code calls the library that the step is in
	time    string // of the clock's step: what it is after it
	like    string // rows of the clock that have the same are one in different rounds
}

// cell is the one of a lane, nil if there is none.
func (r *row) cell(lane int) *cell {
	for i := range r.cells {
		if r.cells[i].lane == lane {
			return &r.cells[i]
		}
	}
	return nil
}

// Columns writes a schedule with one column a goroutine or handler, each line
// after the indent.
func Columns(w *strings.Builder, indent string, s *wire.Schedule, o Options) {
	m := maker{s: s, o: &o, l: LanesOf(s), marks: marksOf(s), woken: wakings(s.Steps), last: map[string]int{}}
	for i := range s.Steps {
		st := &s.Steps[i]
		m.last[st.Task] = i
		if st.Joint() {
			m.last[st.Partner] = i
		}
	}
	rows := m.rows()
	if !o.Verbose {
		rows = slices.DeleteFunc(rows, func(r row) bool { return (r.own || r.aside) && len(r.cells) == 1 })
		for i := range rows {
			if r := &rows[i]; r.aside { // who is woken, or blocked
				r.cells = r.cells[1:]
			}
		}
		if n := len(rows) - 1; n >= 0 && rows[n].span == afterFailure {
			rows = rows[:n] // what comes after it is not shown
		}
	}
	t := table{w: w, indent: indent, l: m.l, o: &o, width: o.Width - textWidth(indent)}
	m.rails(rows)
	if !o.Verbose {
		rows = m.l.elide(rows)
	}
	t.rows = rows
	t.write()
}

// A maker makes rows of steps.
type maker struct {
	s     *wire.Schedule
	o     *Options
	l     *Lanes
	marks marks
	woken map[int][]string // by step: whom it lets go on
	index map[string]int   // by task: its steps so far
	last  map[string]int   // by task: the last step that it takes part in
	fails int              // failures said
	// called has, by task, where it has called the library last that it is in.
	called  map[string]string
	causes  map[int]bool // steps that others of the failure follow from, see causesOf
	unfired map[int]bool // steps that set timers which do not fire
	ended   string       // the task whose failure has ended the program
	// longest is the step in which most time passes, -1 if none passes.
	longest int
}

func (m *maker) rows() []row {
	rows := make([]row, 0, len(m.s.Steps))
	m.index, m.called = map[string]int{}, map[string]string{}
	m.causes, m.unfired = causesOf(m.s.Steps), unfiredOf(m.s.Steps)
	m.longest = m.l.longestTick(m.s.Steps)
	for i := range m.s.Steps {
		st := &m.s.Steps[i]
		if m.l.isTick[st.Task] {
			rows = append(rows, row{span: m.tick(i, st), step: true, time: st.Value, telling: i == m.longest, like: "tick " + strings.Join(m.woken[i], ",")})
		} else {
			rows = append(rows, m.step(i, st))
		}
		m.index[st.Task]++
		if st.Joint() {
			m.index[st.Partner]++
		}
		at := len(rows) - 1
		rows = append(rows, m.telling(st)...)
		if m.ended == "" {
			rows = m.waits(rows, at, i, st)
		}
	}
	return append(rows, m.blockedForEver()...)
}

func (m *maker) tick(i int, st *wire.Step) string {
	text := "virtual time advances"
	if st.Value != "" {
		text += " to " + st.Value
	}
	var names []string
	for _, task := range m.woken[i] {
		names = append(names, m.l.Name(task))
	}
	if len(names) > 0 {
		text += ", which wakes " + strings.Join(names, ", ")
	}
	if len(st.Held) > 0 {
		var held []string
		for _, a := range st.Held {
			held = append(held, m.l.heldUp(a))
		}
		text += ", and holds up " + strings.Join(held, ", ")
	}
	return printable.Line(text)
}

func (m *maker) step(i int, st *wire.Step) row {
	c := cell{lane: m.l.of[st.Task], task: st.Task, text: describe(st, m.l), pos: shortPos(st.Pos), mark: m.marks.of(st.Task, m.index[st.Task])}
	if m.unfired[i] {
		c.text += ", not fired by the end"
	}
	if st.Op == "begin" && st.Created != "" {
		// The site is in the column's head, but for events: a handler has
		// many.
		c.pos = ""
		if st.Object != "" {
			c.text, c.pos, c.joined = c.text+" posted at", shortPos(st.Created), true
		}
	}
	if m.ended != "" { // nothing else happens then
		c.text = "deferred: " + c.text
	}
	r := row{library: m.o.library(st.Pos), step: true, telling: c.mark != "", from: st.From}
	r.keeps = m.causes[i] && r.library == "" || st.From != "" && st.From != m.called[st.Task]
	if m.called[st.Task] = st.From; r.keeps || r.telling {
		c.from = shortPos(st.From)
	}
	r.cells = []cell{c}
	// Steps without a place are of the runtime's own making.
	r.own = st.Pos == "" && st.Object == "" && !r.telling
	r.aside = st.Aside && !r.telling
	if st.Fails() {
		r.telling, r.cells[0].look = true, failing
	} else if st.MayFail() { // that nothing fails is nothing
		r.own = !r.telling
	}
	if st.Joint() && m.l.of[st.Partner] != c.lane {
		p := cell{lane: m.l.of[st.Partner], task: st.Partner, text: taken(st), mark: m.marks.of(st.Partner, m.index[st.Partner])}
		r.telling = r.telling || p.mark != ""
		if st.Says == "" || p.mark != "" { // of what has words the partner says its own
			r.cells = append(r.cells, p)
		}
	}
	for _, task := range m.woken[i] {
		if m.ended != "" {
			break
		}
		if lane, ok := m.l.of[task]; ok && r.cell(lane) == nil {
			r.cells = append(r.cells, cell{lane: lane, task: task, text: "woken by " + m.l.Name(st.Task), look: woken})
		}
	}
	return r
}

// taken is what a step that two tasks make together is for the second.
func taken(st *wire.Step) string {
	if st.Says != "" {
		return "takes part: " + st.Says
	}
	return "receive " + st.Object
}

// waits adds who has become blocked by a step: in its row, which is rows[at],
// where that has room in the lane, else behind all that happened in it.
func (m *maker) waits(rows []row, at, i int, st *wire.Step) []row {
	end := len(rows)
	for _, a := range st.Waits {
		lane, ok := m.l.of[a.Task]
		if !ok {
			continue
		}
		into := at
		if rows[at].span != "" || rows[at].cell(lane) != nil {
			into = end
		}
		if into == len(rows) {
			rows = append(rows, row{})
		}
		r := &rows[into]
		mark := m.marks.of(a.Task, m.index[a.Task])
		c := cell{lane: lane, task: a.Task, text: waitText(&a), pos: shortPos(a.Pos), look: blocked, mark: mark}
		if mark != "" || !m.goesOn(a.Task, i) || a.From != m.called[a.Task] {
			c.from = shortPos(a.From)
		}
		m.called[a.Task] = a.From
		r.cells = append(r.cells, c)
		if mark != "" || !m.goesOn(a.Task, i) {
			r.stuck = mark == "" && (!r.telling || r.stuck)
			r.telling, r.library = true, m.o.library(a.Pos)
		}
	}
	return rows
}

// goesOn reports whether a task takes part in a later step.
func (m *maker) goesOn(task string, after int) bool { return m.last[task] > after }

// mostFails is how many steps are said to fail: one does.
const mostFails = 20

// telling are the rows for the fault in a step: the accesses of a race, which are no steps of
// their own, and the failure.
func (m *maker) telling(st *wire.Step) []row {
	var rows []row
	for _, a := range st.Racing {
		if i, ok := m.l.of[a.Task]; ok {
			c := cell{lane: i, task: a.Task, text: "RACE: " + a.Op + " " + a.Object, pos: shortPos(a.Pos), look: failing}
			rows = append(rows, row{cells: []cell{c}, telling: true, library: m.o.library(a.Pos)})
		}
	}
	if i, ok := m.l.of[st.Failed]; ok && m.s.Failure != nil && m.fails < mostFails {
		m.fails++
		text := "FAILS"
		if kind := m.s.Failure.Kind; kind == wording.Kind(kind) { // a word of its own
			text += ": " + shortened(kind, longestName)
		}
		c := cell{lane: i, task: st.Failed, text: text, pos: shortPos(m.s.Failure.Pos), look: failing}
		rows = append(rows, row{cells: []cell{c}, telling: true, library: m.o.library(m.s.Failure.Pos)})
		switch {
		case m.s.Failure.Kind != "fatal":
			m.ended = st.Failed
		case m.fails == 1 && st != &m.s.Steps[len(m.s.Steps)-1]:
			rows = append(rows, row{span: afterFailure, telling: true})
		}
	}
	return rows
}

// blockedForEver marks who is blocked after the last step.
func (m *maker) blockedForEver() []row {
	f := m.s.Failure
	if f == nil || len(m.s.Steps) == 0 {
		return nil
	}
	c := cell{text: "blocked", look: blocked}
	if f.Kind == "deadlock" || f.Kind == "leak" || f.Kind == "steps" {
		c.text, c.look = "blocked for ever", failing
	}
	last := &m.s.Steps[len(m.s.Steps)-1]
	ends := len(last.Racing) > 0 || slices.ContainsFunc(m.s.Steps, func(s wire.Step) bool { return s.Failed != "" })
	if ends && f.Kind != "fatal" {
		return nil // the schedule is cut there: who is blocked could go on later
	}
	r := row{telling: true}
	said := map[int]bool{}
	for _, task := range last.Blocked {
		if lane, ok := m.l.of[task]; ok && !said[lane] {
			said[lane], c.lane, c.task = true, lane, task
			r.cells = append(r.cells, c)
		}
	}
	if r.cells == nil {
		return nil
	}
	return []row{r}
}

// rails frames the events of handlers: what belongs to one is bracketed, and
// where others go on in the middle of it that is to be seen.
func (m *maker) rails(rows []row) {
	last := map[string]int{} // by task of an event: the row in which it is over
	stuck := map[string]bool{}
	if n := len(m.s.Steps); n > 0 {
		for _, task := range m.s.Steps[n-1].Blocked {
			stuck[task] = true
		}
	}
	for i := range rows {
		for _, c := range rows[i].cells {
			if m.l.isEvent[c.task] {
				last[c.task] = i
			}
		}
	}
	under := map[int]string{} // way, by lane
	for i := range rows {
		r := &rows[i]
		for j := range r.cells {
			c := &r.cells[j]
			if !m.l.isEvent[c.task] {
				continue
			}
			begins, ends := under[c.lane] != c.task, last[c.task] == i && !stuck[c.task]
			switch {
			case begins && ends:
				c.rail = "─"
			case begins:
				c.rail = "┌"
			case ends:
				c.rail = "└"
			default:
				c.rail = "│"
			}
			under[c.lane] = c.task
			if ends {
				delete(under, c.lane)
			}
		}
		for lane := range under {
			if r.cell(lane) == nil {
				r.open = append(r.open, lane)
			}
		}
	}
}
