package runtime

import (
	"runtime"
	"strings"

	"gocheck.dev/internal/wire"
)

// Outsiders are goroutines of code that is not rewritten: what such code does
// for real, at its own time. Tasks that wait for ever, as far as the checker
// sees, may be waiting for one of them, and then nothing that a schedule could
// be blamed for has happened.

// plainCode is what is known about code that is not rewritten.
type plainCode struct {
	packages map[string]bool // those that -instrument leaves out
	timer    string          // a place in them where a timer is set; or ""
	// before are the goroutines that were there before the first test. Those of
	// package initialisation and of TestMain serve other objects than the
	// executions have, which make all package state anew: but for the packages
	// above, whose state stays.
	before map[string]bool
}

func newPlainCode(cfg *wire.Config) plainCode {
	p := plainCode{packages: make(map[string]bool), timer: cfg.PlainTimer, before: make(map[string]bool)}
	for _, path := range cfg.Plain {
		p.packages[path] = true
	}
	for _, g := range goroutines() {
		p.before[g.id] = true
	}
	return p
}

// awaitsOutsiders says whether t, which waits for ever as far as the checker
// sees, may be waiting for an outsider. Then the test is unsupported.
func (x *execution) awaitsOutsiders(t *task) bool {
	if x.failure != nil {
		return false // there is something else to be said
	}
	who := x.outsider()
	if who == "" && x.plain.timer != "" {
		who = "a timer set at " + x.plain.timer + leftOut
	}
	if who != "" {
		x.uncontrolled = &unsupportedCall{who + ", for which this may be waiting,", Site(t.op.Pos)}
	}
	return who != ""
}

const leftOut = ", in a package that -instrument leaves out"

// outsider names an outsider that is there, or is "".
func (x *execution) outsider() string {
	for _, g := range goroutines() {
		function, at := g.creator()
		if function == "" || g.state == "coroutine" {
			continue
		}
		if isOwnCall(function, at) {
			if function != ownPackage+"Go" {
				continue
			}
			// Rewritten code that an outsider has called.
			at = userFrame(g.calls)
		}
		from := packageOf(function)
		if x.plain.packages[from] {
			return "a goroutine started at " + at + leftOut
		}
		switch from {
		case "runtime", "iter", "unique", "testing": // theirs serve Go itself
			continue
		}
		if !x.plain.before[g.id] {
			return "a goroutine started at " + at
		}
	}
	return ""
}

// A goroutine is one as runtime.Stack prints it.
type goroutine struct{ id, state, calls string }

func goroutines() []goroutine {
	var all []goroutine
	for g := range strings.SplitSeq(string(allStacks()), "\n\n") {
		head, calls, _ := strings.Cut(g, "\n")
		id, state, _ := strings.Cut(strings.TrimPrefix(head, "goroutine "), " [")
		state, _, _ = strings.Cut(state, "]")
		state, _, _ = strings.Cut(state, ",") // how long
		all = append(all, goroutine{id, state, calls})
	}
	return all
}

// allStacks prints the stacks of all goroutines.
func allStacks() []byte {
	for buf := make([]byte, 64<<10); ; buf = make([]byte, 2*len(buf)) {
		if n := runtime.Stack(buf, true); n < len(buf) || len(buf) >= 64<<20 {
			return buf[:n]
		}
	}
}

// creator is the function that started the goroutine, and where: the stack's
// last call. The main goroutine has none.
func (g *goroutine) creator() (function, at string) {
	i := strings.LastIndex(g.calls, "\ncreated by ")
	if i < 0 {
		return "", ""
	}
	function, at, _ = strings.Cut(g.calls[i+len("\ncreated by "):], "\n")
	function, _, _ = strings.Cut(function, " in goroutine ")
	at, _, _ = strings.Cut(strings.TrimSpace(at), " +0x")
	return function, at
}

// packageOf is the import path of a function, as stacks print it:
// "example.com/p%2ev2.(*T).run" is of "example.com/p.v2".
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	if bracket := strings.IndexByte(function, '['); bracket >= 0 && bracket < slash {
		slash = strings.LastIndexByte(function[:bracket], '/') + 1
	}
	name, _, _ := strings.Cut(function[slash:], ".")
	return strings.ReplaceAll(function[:slash]+name, "%2e", ".")
}
