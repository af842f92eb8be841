package worker

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"gocheck.dev/internal/wire"
)

// lastWords judges a process that ended, or had to be ended, while it ran a
// test: a result, and a failure if the fault is the program's.
func lastWords(end *ending) (*wire.Failure, *wire.Result) {
	pos := userFrame(end.stderr)
	text, crashed := crash(end.stderr)
	switch {
	case end.interrupted:
		return nil, &wire.Result{Verdict: "incomplete", Bound: "interrupted", Reason: "interrupted in the midst of an execution"}
	case end.hung && end.judging != nil:
		return nil, &wire.Result{Verdict: "error", Pos: end.judging.Pos,
			Reason: "an execution has failed, and gocheck did not come to describe it: " + inShort(end.judging)}
	case end.hung:
		if own := ownWork(end.stderr); own != "" {
			return nil, &wire.Result{Verdict: "error",
				Reason: "gocheck itself did not come back, long after the test's budget; it was last seen in " + own}
		}
		where := ""
		if pos != "" {
			where = "; it was last seen at " + pos
		}
		return nil, &wire.Result{Verdict: "unsupported", Pos: pos,
			Reason: "the test did not come back from code that gocheck does not control, long after its budget" + where}
	case crashed && strings.Contains(text, "fatal error: all goroutines are asleep"):
		return nil, &wire.Result{Verdict: "unsupported", Pos: pos,
			Reason: "the test blocks for ever in code that gocheck does not control\n" + text}
	case crashed && (strings.Contains(text, "fatal error: stack overflow") || !ownFault(end.stderr)): // an endless recursion may end in an operation
		headline, rest, _ := strings.Cut(text, "\n")
		failure := &wire.Failure{Kind: "panic", Pos: pos, Message: wire.Bounded(strings.TrimPrefix(headline, "panic: "), wire.MaxText)}
		failure.Details = wire.BoundedLines(append(beforeStack(rest), calls(end.stderr)...))
		return failure, &wire.Result{Verdict: "fail", Reason: "the test binary crashed outside gocheck's control"}
	case crashed:
		return nil, &wire.Result{Verdict: "error", Pos: pos, Reason: "the test binary crashed\n" + text}
	case killed(end):
		return nil, &wire.Result{Verdict: "error",
			Reason: "the test binary was killed from outside, perhaps for want of memory (-memory bounds what the exploration keeps)"}
	default:
		return nil, &wire.Result{Verdict: "unsupported", Reason: endedSo("the test ended its process in code that gocheck does not control", end)}
	}
}

// inShort is a failure in a line.
func inShort(f *wire.Failure) string {
	said, _, _ := strings.Cut(strings.TrimSpace(f.Message), "\n")
	if f.Pos != "" {
		return fmt.Sprintf("%s at %s: %s", f.Kind, f.Pos, said)
	}
	return f.Kind + ": " + said
}

func startError(end *ending) error {
	e := &StartError{Pos: userFrame(end.stderr), How: describe(end)}
	if text, ok := crash(end.stderr); ok {
		e.Text = text
	} else {
		e.Text = bothEnds(strings.TrimSpace(testFlags.ReplaceAllString(end.stderr, "")))
	}
	if end.hung {
		e.How = "it did not come back"
		e.Text = ""
	}
	return e
}

// describe is the exit status in words.
func describe(end *ending) string {
	if end.err == nil {
		return "exit status 0"
	}
	return end.err.Error()
}

// endedSo is what has happened, with how the process has ended and what it has printed.
func endedSo(what string, end *ending) string {
	what += ": " + describe(end)
	if s := strings.TrimSpace(end.stderr); s != "" {
		what += "\n" + bothEnds(s)
	}
	return what
}

// killed reports whether the process was ended by a signal that gocheck did
// not send.
func killed(end *ending) bool {
	var e *exec.ExitError
	var f *Ending
	return errors.As(end.err, &e) && e.ExitCode() < 0 || errors.As(end.err, &f) && f.Killed
}

// crashStart matches the beginning of what the Go runtime prints when it gives up.
var crashStart = regexp.MustCompile(`(?m)^(?:panic: |fatal error: |runtime: goroutine stack exceeds )`)

// crash finds the runtime's last words: the message and the stack of the
// goroutine that crashed, without the others'.
func crash(stderr string) (string, bool) {
	at := crashStart.FindStringIndex(stderr)
	if at == nil {
		return "", false
	}
	text := stderr[at[0]:]
	if strings.HasPrefix(text, "runtime: goroutine stack") {
		if i := strings.Index(text, "fatal error: "); i >= 0 {
			text = text[i:]
		}
	}
	var out []string
	goroutines := 0
	for line := range strings.SplitSeq(text, "\n") {
		if goroutineStart.MatchString(line) {
			if goroutines++; goroutines > 1 {
				break
			}
		}
		out = append(out, line)
	}
	return strings.TrimRight(firstLines(strings.Join(out, "\n"), 40), " \n"), true
}

var (
	goroutineStart = regexp.MustCompile(`^goroutine \d+.* \[([^\]]*)\]:$`)
	frameFile      = regexp.MustCompile(`^\t(.+\.go:\d+)(?: \+0x.*)?$`)
	runtimeFile    = regexp.MustCompile(`(?m)^\t(.+/)runtime/(?:panic|proc|stack|asm_\w+|sys_\w+|sema|time|signal_\w+|coro)\.go:\d+`)
)

// A frame is one call of a printed stack.
type frame struct{ function, file string }

// userFrame is the position (file:line) of the innermost call of the user's code in printed
// stacks. It looks in the goroutine that crashed. In the stacks of a hanging program it looks
// in a goroutine that is not just waiting for its turn.
func userFrame(stacks string) string {
	for _, goroutine := range parseStacks(stacks) {
		for _, f := range goroutine {
			if !f.own() && !f.standard(stacks) {
				return f.file
			}
		}
	}
	return ""
}

// ownFault reports whether the innermost call outside the standard library is
// gocheck's own.
func ownFault(stacks string) bool {
	for _, goroutine := range parseStacks(stacks) {
		for _, f := range goroutine {
			if !f.standard(stacks) {
				return f.own()
			}
		}
	}
	return false
}

// ownWork is the innermost call of the goroutine that computes, if it is gocheck's own.
func ownWork(stacks string) string {
	computes := func(state string) bool {
		return strings.HasPrefix(state, "running") || strings.HasPrefix(state, "runnable")
	}
	for _, goroutine := range stacksOf(stacks, computes) {
		for _, f := range goroutine {
			switch {
			case f.own():
				return f.String()
			case !f.standard(stacks):
				return ""
			}
		}
	}
	return ""
}

// parseStacks lists the calls of each goroutine, innermost first. A coroutine that waits for
// its turn is left out.
func parseStacks(text string) [][]frame {
	return stacksOf(text, func(state string) bool { return !strings.HasPrefix(state, "coroutine") })
}

// stacksOf lists the calls of each goroutine in such a state.
func stacksOf(text string, in func(state string) bool) [][]frame {
	var all [][]frame
	var current []frame
	function, skip := "", false
	flush := func() {
		if len(current) > 0 && !skip {
			all = append(all, current)
		}
		current = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if m := goroutineStart.FindStringSubmatch(line); m != nil {
			flush()
			skip = !in(m[1])
			continue
		}
		if m := frameFile.FindStringSubmatch(line); m != nil {
			current = append(current, frame{function, m[1]})
			continue
		}
		function = line
	}
	flush()
	return all
}

// beforeStack are the lines that the runtime prints between the message and the stacks.
func beforeStack(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if goroutineStart.MatchString(line) || line == "runtime stack:" {
			break
		}
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// calls are those of the goroutine that crashed, as stacks of panics have them: without
// those by which Go's runtime ends the program, and without gocheck's.
func calls(stacks string) []string {
	var lines []string
	for _, goroutine := range parseStacks(stacks) {
		last := 0 // line that is not of the standard library
		for _, f := range goroutine {
			standard := f.standard(stacks)
			if f.own() || strings.HasPrefix(f.function, "created by ") || len(lines) == 0 && standard {
				continue
			}
			if lines = append(lines, f.String()); !standard {
				last = len(lines)
			}
		}
		if lines = lines[:last]; len(lines) > 0 {
			break
		}
	}
	if m := elided.FindStringSubmatch(stacks); m != nil {
		lines = append(lines, "… and "+m[1]+" frames that Go does not print")
	}
	return lines
}

// elided is what the runtime says of a deep stack, of which it prints both ends.
var elided = regexp.MustCompile(`(?m)^\.\.\.(\d+) frames elided\.\.\.$`)

// String is the call as stacks of panics have it.
func (f frame) String() string {
	function := f.function
	if i := strings.LastIndexByte(function, '('); i > 0 && strings.HasSuffix(function, ")") {
		function = function[:i]
	}
	return function + " at " + f.file
}

// own reports whether the call is of what gocheck links into test binaries.
func (f frame) own() bool {
	name := strings.TrimPrefix(f.function, "created by ")
	for _, p := range []string{"gocheck.dev.", "gocheck.dev/runtime", "gocheck.dev/checker", "gocheck.dev/internal/wire."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// standard reports whether the call is of the standard library, whose folder
// is where the stacks say package runtime lies.
func (f frame) standard(stacks string) bool {
	m := runtimeFile.FindStringSubmatch(stacks)
	return m != nil && strings.HasPrefix(f.file, m[1])
}

func firstLines(s string, n int) string {
	lines := strings.Split(s, "\n")
	if len(lines) <= n {
		return joined(lines)
	}
	return joined(lines[:n]) + fmt.Sprintf("\n… %d more lines", len(lines)-n)
}

// testFlags are those of every test binary, among the flags that it lists for one that it does
// not know.
var testFlags = regexp.MustCompile(`(?m)^  -test\..*\n(?:    \t.*\n?)*`)

// bothEnds is a text of which only the beginning and the end are kept if it is long: at the
// beginning stands what was wrong first, and at the end what it led to.
func bothEnds(s string) string {
	const first, last = 5, 15
	lines := strings.Split(s, "\n")
	if n := len(lines) - first - last; n > 1 {
		lines = slices.Concat(lines[:first], []string{fmt.Sprintf("… %d more lines", n)}, lines[len(lines)-last:])
	}
	return joined(lines)
}

// joined is a few lines of any length.
func joined(lines []string) string { return strings.Join(wire.BoundedLines(lines), "\n") }
