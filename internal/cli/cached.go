package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"gocheck.dev/internal/known"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// exploreUnknown explores the tests of the binary but those whose verdict is known, of which it
// says again what was said. All come in the order of the binary.
func (r *run) exploreUnknown(ctx context.Context, job worker.Job, by processes, stderr io.Writer) (worker.Summary, error) {
	if by.kept != nil {
		return r.explore(ctx, job, by, r.message)
	}
	roots := []string{r.binary.ModuleDir}
	for _, dir := range r.binary.Local {
		roots = append(roots, dir)
	}
	t := known.Of(r.cache, known.Program{Key: r.binary.Key, Roots: roots}, &job.Config, r.o.kept.changed)
	defer func() {
		if err := t.Fault(); err != nil {
			fmt.Fprintf(stderr, "gocheck: warning: %v\n", err)
		}
	}()
	again := map[string][]wire.Message{}
	if r.o.kept.count == 0 {
		again = r.known(t, &job.Config)
	}
	if tests, ok := t.List(); ok && !slices.ContainsFunc(tests, func(test string) bool { _, ok := job.Config.Skipped[test]; return !ok }) {
		for _, test := range tests {
			r.say(again, wire.Message{Type: "skipped", Test: test, Output: job.Config.Skipped[test]})
		}
		return worker.Summary{Tests: tests}, nil
	}
	done, err := r.explore(ctx, job, by, func(m wire.Message) {
		t.Take(m)
		r.say(again, m)
	})
	if err == nil && !(done.Interrupted && len(done.Tests) == 0) {
		t.Listed(done.Tests)
	}
	return done, err
}

// known returns what is said again of the tests whose verdict is known, and makes the binary skip
// them. It lists them all the same, if they are selected, so that all is said in its order.
func (r *run) known(t *known.Tests, c *wire.Config) map[string][]wire.Message {
	again := map[string][]wire.Message{}
	skipped := maps.Clone(c.Skipped)
	if skipped == nil {
		skipped = map[string]string{}
	}
	for _, test := range r.binary.Tests {
		if _, ok := skipped[test.Name]; ok {
			continue // its source says so
		}
		if said, ok := t.Verdict(test.Name); ok {
			again[test.Name], skipped[test.Name] = said, ""
		}
	}
	c.Skipped = skipped
	return again
}

// say takes a message. That a known test is skipped is said by what was said of it.
func (r *run) say(again map[string][]wire.Message, m wire.Message) {
	said, ok := again[m.Test]
	if !ok || m.Type != "skipped" {
		said = []wire.Message{m}
	}
	for _, m := range said {
		r.message(m)
	}
}
