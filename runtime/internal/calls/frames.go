package calls

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/sites"
)

// UserCaller is the position of the innermost call of a function of the program, or of the
// standard library if none of the program's has called it; "" if there is none. What package net
// does for a socket is not of interest, and some of it is gocheck's: who calls that package is.
func UserCaller() (at string) {
	within := false // at is in package net
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		switch {
		case Bottom(f.Function):
			return at
		case IsOwnCall(f.Function, f.File), strings.HasPrefix(f.Function, "runtime."), f.Function == "":
		case !Standard(f.File):
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		case at == "" || within:
			at = fmt.Sprintf("%s:%d", f.File, f.Line)
			within = strings.HasPrefix(f.Function, "net.")
		}
		if !more {
			return at
		}
	}
}

// UserFrames is the stack of a task, of one that panics from the frame that
// panicked outwards: its own functions.
func UserFrames() (frames []string, panicking bool) {
	var pcs stack
	n := runtime.Callers(2, pcs[:])
	known.Lock()
	defer known.Unlock()
	if frames, ok := known.frames[pcs]; ok {
		return frames, false
	}
	if frames, panicking = userFrames(pcs[:n]); !panicking {
		if len(known.frames) == mostKnown {
			clear(known.frames)
		}
		known.frames[pcs] = slices.Clip(frames)
	}
	return frames, panicking
}

// known are the functions of stacks: what is recorded of an execution of 100,000 steps has the
// stacks of some loops.
var known = struct {
	sync.Mutex
	frames map[stack][]string
}{frames: map[stack][]string{}}

type stack [64]uintptr

const mostKnown = 1 << 10

// userFrames is UserFrames of a stack.
func userFrames(pcs []uintptr) (frames []string, panicking bool) {
	stack := runtime.CallersFrames(pcs)
	var all, since []string // since: behind the outermost panic
	for {
		f, more := stack.Next()
		switch {
		case f.Function == "runtime.gopanic" || f.Function == "runtime.sigpanic":
			panicking = true
			since = since[:0]
		case Bottom(f.Function):
			more = false
		case IsOwnCall(f.Function, f.File), strings.HasPrefix(f.Function, "runtime."):
		default:
			line := fmt.Sprintf("%s at %s:%d", f.Function, f.File, f.Line)
			all = append(all, line)
			since = append(since, line)
		}
		if !more {
			break
		}
	}
	if panicking {
		return since, true
	}
	return all, false
}

// Outside is where a program calls the library that a stack of UserFrames is in, as file:line; ""
// if its innermost function is the program's own, or none is.
func Outside(frames []string) string {
	for i, f := range frames {
		_, at, _ := strings.Cut(f, " at ")
		if library(at) {
			continue
		}
		if i == 0 {
			return ""
		}
		return at
	}
	return ""
}

// Place is where the access at a site is made, and the stack of UserFrames from there. What the
// network does has no place in any source, and some of it is gocheck's: it is made where package
// net is called, by the innermost call that is not the standard library's, if there is one.
func Place(frames []string, s sites.Site) (rest []string, line, pos string) {
	line, pos = s.Line(), s.Position()
	if !strings.HasPrefix(pos, wire.Nominal) {
		return frames, line, pos
	}
	for len(frames) > 0 && strings.HasPrefix(frames[0], "net.") {
		frames = frames[1:]
	}
	at := ""
	for _, f := range frames {
		_, place, _ := strings.Cut(f, " at ")
		if !Standard(place) {
			return frames, place, place
		}
		at = cmp.Or(at, place)
	}
	return frames, cmp.Or(at, line), cmp.Or(at, pos)
}

// Alone says whether a stack of UserFrames is a library's own: no function of the program is on it.
func Alone(frames []string) bool {
	return len(frames) > 0 && Outside(frames) == "" && library(frames[0][strings.Index(frames[0], " at ")+len(" at "):])
}

// library says whether a file is of the standard library, or of a module that nobody works on:
// those of the module cache, whose folders have versions, and vendored ones.
func library(file string) bool {
	return Standard(file) || strings.Contains(file, "@v") || strings.Contains(file, "/vendor/")
}

// Standard says whether a file is of the standard library.
func Standard(file string) bool { return strings.HasPrefix(file, standardRoot) }

// Within says whether one of a task's own functions that are being called has such a name.
func Within(named func(string) bool) bool {
	pcs := make([]uintptr, 64)
	stack := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := stack.Next()
		switch {
		case Bottom(f.Function):
			return false
		case IsOwnCall(f.Function, f.File):
		case named(f.Function):
			return true
		}
		if !more {
			return false
		}
	}
}

// Number stands for the innermost of the task's own functions that are being called: the same in
// each process, and as long as its name stays.
func Number() uint64 {
	at := fnv.New64a()
	Within(func(function string) bool {
		_, _ = at.Write([]byte(function)) // which does not fail
		return true
	})
	return at.Sum64()
}

// StandingAt is a stack whose innermost call, in a select, is shown at one of its cases.
func StandingAt(line string, frames []string) []string {
	if len(frames) == 0 {
		return nil
	}
	name, _, _ := strings.Cut(frames[0], " at ")
	return append([]string{name + " at " + line}, frames[1:]...)
}
