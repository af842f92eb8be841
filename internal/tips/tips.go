package tips

import (
	"strings"
	"sync"

	"gocheck.dev/internal/wire"
)

// A Topic is what a tip is about.
type Topic string

// Topics that are neither a kind of failure nor a verdict.
const (
	Saved Topic = "saved" // a schedule was saved
	Stale Topic = "stale" // the program has left the path of a saved schedule
	pairs Topic = "pairs" // some pairs of operations were seen in one order only
)

// Kind is the topic of a kind of failure.
func Kind(kind string) Topic { return Topic("kind " + kind) }

// Failure is the topic of a failure of a kind. Some are no panic, though they end the program.
func Failure(kind, message string) Topic {
	if strings.HasPrefix(message, "fatal error: ") {
		return Kind("unlock")
	}
	return Kind(kind)
}

// Warning is the topic of a kind of warning.
func Warning(kind string) Topic { return Topic("warning " + kind) }

// Verdict is the topic of a verdict that is not the last word; "" of one that
// is.
func Verdict(r *wire.Result) Topic {
	switch {
	case r.Verdict == "pass", r.Verdict == "skip", r.Verdict == "fail":
		return ""
	case r.Bound == "divergence":
		return Kind("divergence")
	case r.Verdict == "incomplete", r.Bound == "refused":
		return Topic("bound " + r.Bound)
	}
	return Topic("verdict " + r.Verdict)
}

// Orders is the topic of an exploration that has seen pairs of operations in one order only; "" of
// another one.
func Orders(r *wire.Result) Topic {
	if r.Verdict == "incomplete" && r.Orders.Left() > 0 {
		return pairs
	}
	return ""
}

const (
	smaller = "make the test smaller (fewer goroutines, fewer rounds)"
	skip    = "leave the test out with -skip"
	further = "; -keep-going looks for further failures"
)

// texts are the tips. Each is one line.
var texts = map[Topic]string{
	Kind("panic"):      "nothing recovers this panic, so it ends the program; gocheck replay -v prints every step that leads to it",
	Kind("fatal"):      "the test itself reports this failure (t.Error, t.Fatal, an exit code)" + further,
	Kind("assert"):     "gocheck.Assert has to hold in every execution; -v lists what gocheck.Observe was told in each",
	Kind("deadlock"):   "in a deadlock a goroutine is blocked for ever before the test has ended; one that is blocked after the end is a leak (-leaks)",
	Kind("leak"):       "by default a leak is a failure only if other executions have none; -leaks=all reports each leak, -leaks=off none",
	Kind("race"):       "a race is always a failure; -races=explore shows what it leads to, in every order of the accesses; -races=off ignores races",
	Kind("close"):      "let one goroutine close, after all others have sent" + further,
	Kind("unlock"):     "Go ends the program at once here, and recover does not help" + further,
	Kind("steps"):      "no goroutine is left that could change what the loop reads, so no bound (-steps, -budget) would let it end",
	Kind("divergence"): "the test depends on something other than its schedule: the machine, the time of day, state left by another execution; `gocheck -v` lists what is not rewritten",

	"bound executions":  "raise -executions, or " + smaller,
	"bound time":        "raise -budget (0: no bound), or " + smaller + "; gocheck help bounds",
	"bound memory":      "raise -memory, or " + smaller,
	"bound rounds":      "a loop of some rounds instead of one that goes on until it is told to stop is explored to its end",
	"bound bubbles":     "start goroutines within the bubble, or wait for the end of those outside before it begins",
	"bound steps":       "-steps allows longer executions (a connection takes some 20, a message over it 8); a loop without an end needs one",
	"bound length":      "no flag allows longer executions: give loops fewer rounds, or send fewer messages",
	"bound searches":    "post fewer messages to the front, or make fewer Adds at the same time: they have too many orders",
	"bound preemptions": "raise -preemptions, or leave it out to explore all",
	"bound delays":      "raise -delays, or leave it out to explore all",
	"bound reversals":   "raise -reversals, or have -algo=auto explore all; what is left out is further from the first execution",
	"bound user":        "inputs named by -user kept their order; without -user they are reordered, too",
	"bound timers":      "without -time=free timers wait for the clock, too",
	"bound chance":      "draw from fewer values in the test, or fix what it draws: few are all tried (gocheck help chance)",
	"bound sampling":    "samples prove nothing: another -algo explores the test; it may pass",
	"bound computes":    "a goroutine cannot be stopped between two operations: give the loop an end, or " + skip,
	"bound heap":        "the program itself takes this memory in one execution: " + smaller + ", or " + skip,
	"bound interrupted": "with -checkpoint FILE an interrupted run can be gone on with; -run explores a test by itself, -budget bounds the time of each",
	"bound refused":     "use -algo=auto, which knows it",

	"verdict unsupported": "replace this call in the test by something in memory, or " + skip,
	"verdict error":       "this is gocheck's own fault, not the test's: please report it with the test",

	Warning("skip"):       "executions in which the test skips itself prove nothing; all others were explored",
	Warning("lock-order"): "no execution explored makes this deadlock; one order for these locks everywhere rules it out",

	pairs: "-v lists the pairs of operations that came in one order only; -algo=pairs with a -budget goes for the other one",

	Saved: "commit the schedule with the test: gocheck runs it first from now on. It can be deleted at any time; -save=false writes none",
	Stale: "a saved schedule is followed as far as the program still allows; delete the file if you do not need it any more",
}

// Given is what has been said in a run of the command. A nil *Given says
// nothing.
type Given struct {
	KeepsGoing bool // -keep-going is given

	mu   sync.Mutex
	said map[Topic]bool
}

// First is the tip on a topic, or "" if it was given before or there is none.
func (g *Given) First(about Topic) string {
	if g == nil {
		return ""
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	text := texts[about]
	if text == "" || g.said[about] {
		return ""
	}
	if g.said == nil {
		g.said = map[Topic]bool{}
	}
	g.said[about] = true
	if g.KeepsGoing {
		text = strings.TrimSuffix(text, further)
	}
	return "tip: " + text
}
