package outcome

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"gocheck.dev/internal/wire"
)

// Class is how much two outcomes differ.
type Class uint8

// The classes, the better first.
const (
	Equal Class = iota
	Approximate
	Different
)

func (c Class) String() string {
	return [...]string{"equal", "approximately equal", "different"}[c]
}

// Part is a part of an outcome that differs.
type Part struct {
	Name string   // failure, observed, state, output, messages, timers
	Diff []string // "- parent's line", "+ the other's"
}

// Comparison is the result of comparing two outcomes.
type Comparison struct {
	Class Class
	Parts []Part // that differ, the worst first
}

// Compare compares the outcome of an execution with that of its parent. The order
// of output lines that unordered matches means nothing; nil matches none.
func Compare(parent, child *wire.Final, unordered *regexp.Regexp) Comparison {
	var c Comparison
	differs := func(name string, old, new []string, class Class) {
		if !slices.Equal(old, new) {
			c.Parts = append(c.Parts, Part{name, lineDiff(old, new)})
			c.Class = max(c.Class, class)
		}
	}
	differs("failure", failureLines(parent), failureLines(child), Different)
	if c.Class == Different {
		return c // what else differs comes of it: a failing execution ends early
	}
	differs("observed", parent.Observed, child.Observed, Different)
	differs("state", parent.State, child.State, Different)
	output := Different
	if slices.Equal(arranged(parent.Output, unordered), arranged(child.Output, unordered)) {
		output = Approximate
	}
	differs("output", parent.Output, child.Output, output)
	differs("messages", parent.Sent, child.Sent, Different)
	differs("timers", parent.Timers, child.Timers, Approximate)
	return c
}

// failureLines are a failure's message as lines, or that there is none.
func failureLines(f *wire.Final) []string {
	if f.Failure == "" {
		return []string{"passes"}
	}
	return strings.Split(f.Failure, "\n")
}

// arranged has the lines whose order matters, then the others sorted: what two
// outputs have in common that differ in nothing but the order of the latter, and
// in where these are.
func arranged(lines []string, unordered *regexp.Regexp) []string {
	if unordered == nil {
		return lines
	}
	var kept, free []string
	for _, l := range lines {
		if unordered.MatchString(l) {
			free = append(free, l)
		} else {
			kept = append(kept, l)
		}
	}
	slices.Sort(free)
	return append(append(kept, "\n"), free...) // no line has a line's end
}

// lineDiff is what has to go from old and to come for new. A line says where it
// belongs, so what stays is left out.
func lineDiff(old, new []string) []string {
	var lines []string
	hunks := false
	for line := range strings.Lines(string(diff.Diff("", joined(old), "", joined(new)))) {
		hunks = hunks || strings.HasPrefix(line, "@@")
		if hunks && (line[0] == '-' || line[0] == '+') {
			lines = append(lines, line[:1]+" "+strings.TrimSuffix(line[1:], "\n"))
		}
	}
	return lines
}

func joined(lines []string) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return []byte(b.String())
}
