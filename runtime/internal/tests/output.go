package tests

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

const indent = "    "

func (r *Test) print(text string) { *r.Output = append(*r.Output, text...) }

// Log prints a message of the call at line, or of the call of a test helper that leads there.
func (r *Test) Log(from *Test, line, text string) {
	r.endLine()
	text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+indent+indent)
	r.print(indent + from.caller(line) + ": " + text + "\n")
}

// endLine prints the beginning of a line that was written to Output, as a line.
func (r *Test) endLine() {
	if len(*r.Partial) > 0 {
		r.print(indent + string(*r.Partial) + "\n")
		*r.Partial = nil
	}
}

// caller is where a message comes from: the call of a test helper, or else the line.
func (r *Test) caller(line string) string {
	if !r.hasHelpers() {
		return line
	}
	if f := callerOf(r.isHelper); f.Function != "" {
		return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
	}
	return line
}

// HelperCall is the file and line where the program calls the test helper that the running
// function is, or "" if that is no helper.
func (r *Test) HelperCall() string {
	if !r.hasHelpers() || !r.isHelper(callerOf(func(string) bool { return false }).Function) {
		return ""
	}
	if f := callerOf(r.isHelper); f.Function != "" {
		return fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	return ""
}

func (r *Test) hasHelpers() bool {
	for p := r; p != nil; p = p.around {
		if len(p.helpers) > 0 {
			return true
		}
	}
	return false
}

// Helper is Helper, of the function that has called it.
func (r *Test) Helper() {
	if r.helpers == nil {
		r.helpers = make(map[string]bool)
	}
	r.helpers[callerOf(func(string) bool { return false }).Function] = true
}

func (r *Test) isHelper(function string) bool {
	for p := r; p != nil; p = p.around {
		if p.helpers[function] {
			return true
		}
	}
	return false
}

// callerOf is the innermost function of the running task's program that is not
// to be skipped.
func callerOf(skip func(function string) bool) runtime.Frame {
	pcs := make([]uintptr, 50)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		switch {
		case calls.Bottom(f.Function), f.Function == "":
			return runtime.Frame{}
		case !calls.IsOwnCall(f.Function, f.File) && !skip(f.Function):
			return f
		case !more:
			return runtime.Frame{}
		}
	}
}

// Report adds what a subtest has printed to the output of the test around it.
func (r *Test) Report() {
	verdict := "PASS"
	switch {
	case *r.Failed:
		verdict = "FAIL"
	case *r.Skipped:
		verdict = "SKIP"
	}
	r.endLine()
	if len(*r.Output) == 0 && verdict == "PASS" {
		return
	}
	if verdict != "PASS" || !*r.Done || r.threw { // else nobody is told
		r.said = r.own()
	}
	begin := len(*r.around.Output)
	r.around.print(indent + "--- " + verdict + ": " + *r.Name + "\n")
	for _, line := range strings.SplitAfter(string(*r.Output), "\n") {
		if line != "" {
			r.around.print(indent + line)
		}
	}
	r.around.spans = append(r.around.spans, [2]int{begin, len(*r.around.Output)})
	*r.Output = nil
}

// own is the output without that of subtests.
func (r *Test) own() string {
	if len(r.spans) == 0 {
		return string(*r.Output)
	}
	text, from := "", 0
	for _, s := range r.spans {
		text += string((*r.Output)[from:s[0]])
		from = s[1]
	}
	return text + string((*r.Output)[from:])
}

// maxSaid is how many bytes of what a subtest has printed are told.
const maxSaid = 64 << 10

// Subtests are those within r, each before those within it.
func (r *Test) Subtests() []wire.Subtest {
	var all []wire.Subtest
	for _, sub := range r.subs {
		if sub.InBubble {
			continue // of testing/synctest, which has the test's name
		}
		s := wire.Subtest{Name: *sub.Name}
		switch {
		case *sub.Failed, sub.threw:
			s.Verdict, s.Said = "fail", sub.said
		case !*sub.Done:
			s.Said = sub.said
		case *sub.Skipped:
			s.Verdict, s.Said = "skip", sub.said
		default:
			s.Verdict = "pass"
		}
		if len(s.Said) > maxSaid {
			s.Said = s.Said[:strings.LastIndexByte(s.Said[:maxSaid], '\n')+1] + indent + "(more was printed)\n"
		}
		all = append(append(all, s), sub.Subtests()...)
	}
	return all
}

// Unfinished adds the output of subtests that never came to their end.
func (r *Test) Unfinished() {
	r.endLine()
	for _, sub := range r.subs {
		if !*sub.Done {
			sub.Unfinished()
			sub.Report()
		}
	}
}

// LastLogged is the last message in the output: that of a plain Errorf.
func (r *Test) LastLogged() (pos, message string) {
	text := "\n" + strings.TrimSuffix(string(*r.Output), "\n")
	if text == "\n" {
		return "", "the test is marked as failed"
	}
	entry := text
	for i := len(text); i >= 0; {
		i = strings.LastIndex(text[:i], "\n"+indent)
		if i < 0 {
			break
		}
		if entry = text[i+1+len(indent):]; entry != "" && entry[0] != ' ' {
			break
		}
	}
	file, rest, ok := strings.Cut(entry, ".go:")
	line, message, ok2 := strings.Cut(rest, ": ")
	if _, err := strconv.Atoi(line); !ok || !ok2 || err != nil || strings.ContainsAny(file, " \n") {
		return "", entry
	}
	return file + ".go:" + line, strings.TrimSpace(message)
}
