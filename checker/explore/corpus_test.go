package explore_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestCorpus runs the programs of testdata/corpus: smallest programs that once
// broke an algorithm, and programs with numbers that others found. A line is
// the number of traces and the program; lines that start with # are comments.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	trial.Impatience = trial.Most(20, 1)
	defer func() { trial.Impatience = 1 }()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(file), i+1), func(t *testing.T) {
				count, program, _ := strings.Cut(line, " ")
				want, err := strconv.Atoi(count)
				if err != nil {
					t.Fatal(err)
				}
				p, err := lang.Parse(program)
				if err != nil {
					t.Fatal(err)
				}
				r, err := oracle.Count(p, longtest.N(2000, 200000))
				if errors.Is(err, oracle.ErrLimit) {
					longtest.Only(t)
				}
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Traces) != want {
					t.Errorf("oracle: %d traces, want %d: %s", len(r.Traces), want, p)
				}
				for algorithm := range trial.Promises {
					if err := trial.Guarded(p, algorithm, 200000, &trial.Tally{}); err != nil {
						t.Errorf("%s: %v\n%s", algorithm, err, p)
					}
				}
			})
		}
	}
}
