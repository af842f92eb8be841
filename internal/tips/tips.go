package tips

import (
	"sync"

	"gocheck.dev/internal/wire"
)

// A Topic is what a tip is about.
type Topic string

// Topics that are neither a kind of failure nor a verdict.
const (
	Saved Topic = "saved" // a schedule was saved
	Stale Topic = "stale" // the program has left the path of a saved schedule
)

// Kind is the topic of a kind of failure.
func Kind(kind string) Topic { return Topic("kind " + kind) }

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

const (
	smaller = "make the test smaller (fewer goroutines, fewer rounds)"
	skip    = "leave the test out with -skip"
)

// texts are the tips. Each is one line.
var texts = map[Topic]string{
	Kind("panic"):      "nothing recovers this panic, so it ends the program; gocheck replay -v prints every step that leads to it",
	Kind("fatal"):      "the test fails by its own word (t.Error, t.Fatal, an exit code) under this schedule, whatever others do; -keep-going looks for further failures",
	Kind("assert"):     "gocheck.Assert holds in every execution or fails; what gocheck.Observe is told of each is listed with -v",
	Kind("deadlock"):   "in a deadlock somebody waits for ever before the test has ended; who waits after its end is a leak (-leaks)",
	Kind("leak"):       "by default a leak counts only where other executions have none; -leaks=all reports each, -leaks=off none",
	Kind("race"):       "a race is a failure whatever comes of it; -races=explore shows what does, in every order of the accesses, -races=off passes races by",
	Kind("close"):      "let one goroutine close, after all others have sent; -keep-going looks for further failures",
	Kind("unlock"):     "Go ends the program at once here, and recover does not help; -keep-going looks for further failures",
	Kind("steps"):      "nobody is left who could change what the loop reads, so no bound (-steps, -budget) would let it end",
	Kind("divergence"): "the test depends on something other than its schedule: the machine, the time of day, state left by another execution; `gocheck -v` lists what is not rewritten",

	"bound executions":  "raise -executions, or " + smaller,
	"bound time":        "raise -budget (0: no bound), or " + smaller + "; gocheck help bounds",
	"bound memory":      "raise -memory, or " + smaller,
	"bound steps":       "-steps allows longer executions; a program that never ends has to be given an end",
	"bound length":      "no flag allows longer executions: give loops fewer rounds",
	"bound searches":    "post fewer messages to the front, or have fewer Adds run at a time: their orders are too many to try",
	"bound preemptions": "raise -preemptions, or leave it out to explore all",
	"bound delays":      "raise -delays, or leave it out to explore all",
	"bound reversals":   "raise -reversals, or have -algo=auto explore all; what is left out is further from the first execution",
	"bound user":        "what -user names came in one order only; without it, its orders are reversed too",
	"bound timers":      "without -time=free the clock has its turn, too, when nothing else can go on",
	"bound sampling":    "what samples proves nothing: explore by another -algo; the test may well pass",
	"bound computes":    "between two operations nobody can stop a goroutine: give the loop an end, or " + skip,
	"bound heap":        "the program itself takes this memory in one execution: " + smaller + ", or " + skip,
	"bound interrupted": "-run explores a test by itself, and -budget bounds the time of each",
	"bound refused":     "use -algo=auto, which knows it",

	"verdict unsupported": "replace this call in the test by something in memory, or " + skip,
	"verdict error":       "this is gocheck's own fault, not the test's: please report it with the test",

	Warning("skip"):       "in executions in which the test skips itself nothing is shown; the others are as exhaustive as ever",
	Warning("lock-order"): "no execution explored makes this deadlock; one order for these locks everywhere rules it out",

	Saved: "commit the schedule with the test: gocheck runs it first from now on, and it can be deleted any time; -save=false writes none",
	Stale: "a saved schedule is followed as far as the program still allows; delete the file when it has served",
}

// Given is what has been said in a run of the command. A nil *Given says
// nothing.
type Given struct {
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
	return "tip: " + text
}
