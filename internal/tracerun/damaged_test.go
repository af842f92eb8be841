package tracerun

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/tracefile"
)

var damages = flag.Int("trace.damages", 100, "damaged copies of each trace that TestDamaged makes")

var value = regexp.MustCompile(`[a-zA-Z-]+:\S+`)

// TestDamaged takes lines out of traces, exchanges them and their fields, and
// explores what is still accepted: whatever it is, it can be executed, and has
// as many reorderings without what is left out of it.
func TestDamaged(t *testing.T) {
	accepted := 0
	for _, file := range []string{
		"../tracefile/testdata/go.txt",
		filepath.Join(traces, "single-queue/trace13/trace.txt"), filepath.Join(traces, "multi-queue/trace1/trace.txt"),
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range *damages {
			text := damage(string(data), rand.New(rand.NewPCG(1, uint64(seed))))
			tr, err := tracefile.Parse("t", []byte(text))
			if err != nil {
				continue
			}
			accepted++
			var found [2]*checker.Result
			for i, reduce := range []bool{true, false} {
				p, err := translate(tr, reduce)
				if err != nil {
					t.Fatalf("%v:\n%s", err, text)
				}
				res, err := explore.Run(p, checker.Options{KeepGoing: true, Executions: 40, Deadline: time.Now().Add(5 * time.Second)})
				if err != nil || res.Blocked > 0 || res.Executions == 0 {
					t.Fatalf("%v, %d executions, %d blocked:\n%s", err, res.Executions, res.Blocked, text)
				}
				found[i] = res
			}
			if a, b := found[0], found[1]; a.Exhaustive && b.Exhaustive && (a.Executions != b.Executions || a.Deadlocks != b.Deadlocks) {
				t.Fatalf("reduced: %d traces, %d deadlocks; with all operations: %d, %d:\n%s", a.Executions, a.Deadlocks, b.Executions, b.Deadlocks, text)
			}
		}
	}
	if accepted < *damages/10 {
		t.Errorf("%d damaged traces were accepted: the test is about nothing", accepted)
	}
}

// damage makes a few changes to a trace; the numbers rise again afterwards.
func damage(text string, r *rand.Rand) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for range 1 + r.IntN(3) {
		if len(lines) < 2 {
			break
		}
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(5) {
		case 0:
			lines = append(lines[:i], lines[i+1:]...)
		case 1:
			lines[i], lines[j] = lines[j], lines[i]
		case 2: // to a neighbour
			if i+1 < len(lines) {
				lines[i], lines[i+1] = lines[i+1], lines[i]
			}
		case 3: // another's field
			if from := value.FindAllString(lines[j], -1); len(from) > 0 {
				f := from[r.IntN(len(from))]
				key, _, _ := strings.Cut(f, ":")
				lines[i] = regexp.MustCompile(`\b`+regexp.QuoteMeta(key)+`:\S+`).ReplaceAllLiteralString(lines[i], f)
			}
		case 4:
			lines = append(lines[:i+1], lines[i:]...)
		}
	}
	var b strings.Builder
	for i, l := range lines {
		_, l, _ = strings.Cut(l, " ")
		fmt.Fprintf(&b, "%d %s\n", i+1, l)
	}
	return b.String()
}
