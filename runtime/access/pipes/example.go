package pipes

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/telling"
)

// Examples. What one prints goes to the end of a pipe that takes all, so that each write is a
// step: what goroutines print at the same time comes in any order.

// Example makes a test of an example, which is to print what its comment has.
func Example(f func(), output string, unordered bool) func(rt.Site) func(*testing.T) {
	return func(s rt.Site) func(*testing.T) {
		return func(t *testing.T) {
			p, w, err := printed(s)
			if err != nil {
				telling.TFatal(t, s, err)
			}
			defer p.leave(w)
			runExample(f)
			p.step(func() string { return "read what the example has printed" })
			p.leave(w)
			if fail := unlike(string(p.data), output, unordered); fail != "" {
				telling.TError(t, s, fail)
			}
		}
	}
}

// runExample is known by its name where stacks are made: natively other functions call an example
// than call a test.
//
//go:noinline
func runExample(f func()) { f() }

func init() {
	out := os.Stdout
	rt.RegisterRestore(func() { os.Stdout = out })
}

// printed makes os.Stdout such an end, until the next execution: who is still running at the end
// of the example prints to it, too.
func printed(s rt.Site) (*kernelPipe, *os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, fmt.Errorf("making the standard output of an example: %w", err)
	}
	p := &kernelPipe{site: s, room: math.MaxInt, name: "the standard output", reader: r}
	p.limits[writes].Init(s, true)
	rt.Kept(unsafe.Pointer(w), func() any { return pipeEnd{p, writes} })
	os.Stdout = w
	return p, w, nil
}

// leave closes the files, behind which there is what was written by the descriptor.
func (p *kernelPipe) leave(w *os.File) {
	if p.over {
		return
	}
	p.over = true
	w.Close()
	if p.exposed {
		if more, err := io.ReadAll(p.reader); err == nil {
			p.data = append(p.data, more...)
		}
	}
	p.reader.Close()
}

// unlike says how an example's output differs from that in its comment, in the words of package
// testing.
func unlike(got, want string, unordered bool) string {
	got, want = strings.TrimSpace(got), strings.TrimSpace(want)
	if runtime.GOOS == "windows" {
		got, want = strings.ReplaceAll(got, "\r\n", "\n"), strings.ReplaceAll(want, "\r\n", "\n")
	}
	sorted := func(text string) []string { return slices.Sorted(strings.SplitSeq(text, "\n")) }
	switch {
	case got == want || unordered && slices.Equal(sorted(got), sorted(want)):
		return ""
	case unordered:
		return "got:\n" + got + "\nwant (unordered):\n" + want
	}
	return "got:\n" + got + "\nwant:\n" + want
}
