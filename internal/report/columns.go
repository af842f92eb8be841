package report

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"gocheck.dev/internal/wire"
)

// Options say how much room there is and how much is wanted.
type Options struct {
	Width   int                 // columns of the terminal, indentation included
	Verbose bool                // every step
	Shorten func(string) string // makes paths in texts relative to where the user is; nil: as they are
}

func (o Options) shorten(s string) string {
	if o.Shorten == nil {
		return s
	}
	return o.Shorten(s)
}

const (
	minColumn = 14 // narrower columns break every word
	gap       = -1 // the column of a row that stands for steps left out, or concerns everybody
)

// A row is one step, or several that are left out.
type row struct {
	lane, partner int // lane may be gap; partner is gap unless the row has two sides
	text, pos     string
	partnerText   string
	library       bool
	hidden        int   // number of steps this row stands for, if it is "…"
	own           bool  // a step of the runtime, not of the program
	telling       bool  // what went wrong: never left out
	also          []int // more lanes with the same text
}

// Columns writes a schedule with one column a goroutine or handler, each line
// after the indent.
func Columns(w *strings.Builder, indent string, s *wire.Schedule, o Options) {
	l := LanesOf(s)
	rows := makeRows(s, l)
	if !o.Verbose {
		rows = elide(rows)
	}
	rows = append(rows, blockedRow(s, l)...)
	table(w, indent, l, rows, o.Width-utf8.RuneCountInString(indent))
}

func makeRows(s *wire.Schedule, l *Lanes) []row {
	rows := make([]row, 0, len(s.Steps))
	for i := range s.Steps {
		st := &s.Steps[i]
		r := row{partner: gap, pos: shortPos(st.Pos), library: isLibrary(st.Pos)}
		if l.isTick[st.Task] {
			r.lane, r.pos = gap, ""
			r.text = "virtual time advances"
			if st.Value != "" {
				r.text += " to " + st.Value
			}
			rows = append(rows, r)
			continue
		}
		r.lane = l.of[st.Task]
		r.text = describe(st, l)
		if st.Op == "begin" && st.Created != "" {
			// The site is in the column's head, but for events: a handler has
			// many.
			r.pos = ""
			if st.Object != "" {
				r.text += " posted at " + shortPos(st.Created)
			}
		}
		// Steps without a place are of the runtime's own making.
		r.own = st.Pos == "" && st.Object == ""
		if st.Joint() && l.of[st.Partner] != r.lane {
			r.partner, r.partnerText = l.of[st.Partner], "receive "+st.Object
		}
		rows = append(rows, r)
		rows = append(rows, tellingRows(s, st, l)...)
	}
	return rows
}

// tellingRows are what went wrong in a step: the accesses of a race, which are
// no steps of their own, and the failure.
func tellingRows(s *wire.Schedule, st *wire.Step, l *Lanes) []row {
	var rows []row
	for _, a := range st.Racing {
		if i, ok := l.of[a.Task]; ok {
			rows = append(rows, row{lane: i, partner: gap, telling: true, text: "RACE: " + a.Op + " " + a.Object, pos: shortPos(a.Pos)})
		}
	}
	if i, ok := l.of[st.Failed]; ok && s.Failure != nil {
		rows = append(rows, row{lane: i, partner: gap, telling: true, text: "FAILS: " + s.Failure.Kind, pos: shortPos(s.Failure.Pos)})
	}
	return rows
}

// describe is a step's text without its position.
func describe(s *wire.Step, l *Lanes) string {
	words := []string{opName(s)}
	if s.Object != "" && s.Op != "begin" {
		words = append(words, s.Object)
	}
	switch {
	case s.Value == "" || isContext(s):
	case s.Op == "write" || s.Op == "read":
		words = append(words, "= "+s.Value)
	default:
		words = append(words, s.Value)
	}
	switch s.Op {
	case "choose":
		words = append(words, fmt.Sprintf("→ %d", s.Choice))
	case "signal":
		if s.Partner == "" {
			words = append(words, "→ nobody")
		} else {
			words = append(words, "→ "+l.Name(s.Partner))
		}
	}
	return strings.Join(words, " ")
}

// opNames are the operations whose name among the checker's kinds is not what
// a Go programmer calls them.
var opNames = map[string]string{
	"spawn":        "go",
	"postfront":    "post in front",
	"closehandler": "close handler",
	"postclosed":   "post to a closed handler",
	"cas":          "compare and swap",
	"await":        "receive",
	"rlock":        "read-lock",
	"runlock":      "read-unlock",
	"arrive":       "ask for the write lock",
	"trylock":      "try-lock",
	"tryrlock":     "try-read-lock",
	"lockbusy":     "try-lock fails",
	"badunlock":    "unlock of an unlocked lock",
	"recv":         "receive",
	"recvclosed":   "receive from closed",
	"sendclosed":   "send on closed",
	"default":      "select: default",
	"addnegative":  "add below zero",
	"enqueue":      "wait begins",
	"wake":         "woken",
	"oncefirst":    "once: first",
	"onceend":      "once: done",
	"oncedone":     "once: was done",
	"timerset":     "set timer",
	"timerstop":    "stop timer",
	"timerfire":    "timer fires",
	"timerrecv":    "receive from timer",
	"yield":        "Gosched",
	"spin":         "goes round",
}

// contextOps are the same for contexts, which are flags to the checker.
var contextOps = map[string]string{"write": "cancel", "read": "check", "await": "receive Done of"}

func opName(s *wire.Step) string {
	if n, ok := contextOps[s.Op]; ok && isContext(s) {
		return n
	}
	if s.Op == "begin" {
		if s.Object != "" {
			return "event"
		}
		return "starts"
	}
	if n, ok := opNames[s.Op]; ok {
		return n
	}
	return s.Op
}

// isContext reports whether a step is on a context, which is named by what made
// it.
func isContext(s *wire.Step) bool { return strings.HasPrefix(s.Object, "context.With") }

// shortPos is a position for a narrow column: file.go:12 of dir/file.go:12:5.
func shortPos(pos string) string {
	file, rest := splitPos(pos)
	if line, _, ok := strings.Cut(rest, ":"); ok {
		rest = line
	}
	if file = path.Base(strings.ReplaceAll(file, `\`, "/")); file == "." {
		return ""
	}
	if rest == "" {
		return file
	}
	return file + ":" + rest
}

// splitPos splits file:line:col after the file, which may contain a colon of
// its own on some systems.
func splitPos(pos string) (file, rest string) {
	i := strings.LastIndex(pos, ".go:")
	if i < 0 {
		return pos, ""
	}
	return pos[:i+len(".go")], pos[i+len(".go:"):]
}

// isLibrary reports whether a position is in somebody else's code: a module of
// the cache or a vendor folder, or the standard library.
func isLibrary(pos string) bool {
	file, _ := splitPos(pos)
	return strings.HasPrefix(file, "$GOROOT/") || strings.HasPrefix(file, "$GOMODCACHE/") ||
		strings.HasPrefix(file, "vendor/") || strings.Contains(file, "/vendor/") || strings.Contains(file, "/pkg/mod/")
}

// blockedRow marks who is blocked after the last step.
func blockedRow(s *wire.Schedule, l *Lanes) []row {
	if s.Failure == nil || len(s.Steps) == 0 {
		return nil
	}
	text := "blocked"
	if s.Failure.Kind == "deadlock" || s.Failure.Kind == "leak" {
		text = "blocked for ever"
	}
	last := &s.Steps[len(s.Steps)-1]
	if len(last.Racing) > 0 || last.Failed != "" && s.Failure.Kind != "fatal" {
		return nil // the schedule is cut there: who is blocked could go on later
	}
	var lanes []int
	for _, task := range last.Blocked {
		if i, ok := l.of[task]; ok && !slices.Contains(lanes, i) {
			lanes = append(lanes, i)
		}
	}
	if len(lanes) == 0 {
		return nil
	}
	return []row{{lane: lanes[0], partner: gap, text: text, also: lanes[1:]}}
}
