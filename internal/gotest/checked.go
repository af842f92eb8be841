package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocheck.dev/internal/verdicts"
)

// A runner runs tests natively and by gocheck.
type runner struct {
	gocheck *verdicts.Command
	budget  time.Duration // of a test
	scratch string
	module  string // of the programs
}

// batch compares the programs of a batch. Those that differ in any way, or are not explored to the
// end, are tried alone: what one program does to the process, or at its start, is not to be seen in
// others.
func (r *runner) batch(ctx context.Context, b *batch) ([]*comparison, error) {
	if err := b.write(r.module); err != nil {
		return nil, err
	}
	natives, err := b.natively(ctx, r.module, r.scratch)
	if err != nil {
		return nil, err
	}
	outputs := filepath.Join(r.scratch, b.name+".out")
	defer os.RemoveAll(outputs)
	tests, lost := r.gocheck.Run(ctx, r.module, []string{"GOTEST_OUTPUT=" + outputs}, "-budget="+r.budget.String(), "./"+b.name)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found := byName(tests)
	var all []*comparison
	for i, p := range b.programs {
		c := &comparison{Name: p.name, Native: natives[p], Checked: found[p.test()]}
		if lost != nil {
			c.Lost = lost.Error()
		}
		if c.Printed, err = outputsIn(filepath.Join(outputs, p.ident())); err != nil {
			return nil, err
		}
		alone := len(b.programs) == 1
		if cl, _ := c.class(); alone && cl == differs && c.Checked != nil && c.Checked.Kind() == "race" {
			if c.Races, err = r.race(ctx, r.module, "./"+b.name, p.test()); err != nil {
				return nil, err
			}
		} else if !alone && (cl == differs || cl == within || c.Native.Failed) {
			single, err := r.batch(ctx, &batch{fmt.Sprintf("%s_%d", b.name, i), []*program{p}})
			if err != nil {
				return nil, err
			}
			c = single[0]
		}
		all = append(all, c)
	}
	return all, nil
}

func byName(tests []verdicts.Test) map[string]*verdicts.Test {
	found := map[string]*verdicts.Test{}
	for i := range tests {
		found[tests[i].Name] = &tests[i]
	}
	return found
}

// raceRuns is how often go test -race runs a test in which gocheck has found a race.
const raceRuns = 20

// race asks go test -race whether a test has a race.
func (r *runner) race(ctx context.Context, module, pkg, test string) (bool, error) {
	text, err := goCommand(ctx, module, "test", "-race", "-vet=off", "-short", "-timeout=5m",
		fmt.Sprint("-count=", raceRuns), "-run=^"+test+"$", pkg)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return err != nil && strings.Contains(text, "race detected during execution of test"), nil
}
