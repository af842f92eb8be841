package runtime

import (
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/machine"
)

// What package linear does under control. Its code is not rewritten, so its sites are
// here, of steps that are its own.
var (
	linearSites = RegisterSites("gocheck.dev/linear", "linear/check.go:1:1\tlinear.scenario\tscenario\t\n"+
		"linear/check.go:1:1\tlinear.Check\t\t\n"+
		"linear/run.go:1:1\tlinear.begin\toperations done\t\n"+
		"linear/run.go:2:1\tlinear.end\toperations done\t\n"+
		"linear/run.go:3:1\tlinear.settle\t\t\n"+
		"linear/judge.go:1:1\tlinear.judge\t\t\n")
	linearScenario, linearRun, linearBegin = linearSites, linearSites + 1, linearSites + 2
	linearEnd, linearSettle, linearJudge   = linearSites + 3, linearSites + 4, linearSites + 5
)

func init() {
	machine.Of = func() machine.Machine {
		if t := current(); t != nil {
			return linearMachine{}
		}
		return nil
	}
}

// linearMachine is the machine.Machine of tasks.
type linearMachine struct{}

// Scenario implements machine.Machine.
func (linearMachine) Scenario(n int) int {
	t := current()
	chosen := int(t.do(checker.Op{Kind: checker.Choose, Arg: int64(n), Pos: linearScenario.Pos()}, scenarioShadow{}).Choice)
	if t.x.scenario == 0 {
		t.x.scenario = chosen + 1
	}
	return chosen
}

// Omit implements machine.Machine.
func (linearMachine) Omit(operations int) uint64 {
	x := current().x
	x.calls = operations
	return x.Omit
}

// Run implements machine.Machine.
func (linearMachine) Run(t *testing.T, name string, f func(*testing.T)) { TRun(t, linearRun, name, f) }

// Go implements machine.Machine.
func (linearMachine) Go(f func()) (join func()) {
	t := current()
	t.launches(linearRun, f, f)
	child := t.kids[t.made-1]
	return func() { current().join(child, linearRun) }
}

// Load implements machine.Machine.
func (linearMachine) Load(p *int32) int32 { return LoadWord(linearBegin, p) }

// Store implements machine.Machine.
func (linearMachine) Store(p *int32, v int32) { StoreWord(linearEnd, p, v) }

// Settle implements machine.Machine: virtual time advances when nothing else can run, and
// no program waits for as long.
func (linearMachine) Settle() { TimeSleep(linearSettle, 1000*time.Hour) }

// Fatal implements machine.Machine.
func (linearMachine) Fatal(t *testing.T, at, message string) {
	r := TestOf(t)
	if r == nil {
		t.Fatal(message)
	}
	r.failAt(linearJudge, at, message) // which is not to be printed besides
	r.Leave()
}

// MayWait implements machine.Machine.
func (linearMachine) MayWait() { current().x.mayWait = true }

// scenarioShadow performs choices of a scenario: of all, or of Settings.Only.
type scenarioShadow struct{ chooseShadow }

func (scenarioShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if only := t.x.Only; only > 0 && t.x.scenario == 0 {
		d := t.always()
		d.Choice = int32(only) - 1
		return append(buf, d)
	}
	return chooseShadow{}.decisions(t, buf)
}

// Scenario is what the last execution has chosen first of scenarios, counted from 1, and how many
// operations that has; 0: nothing.
func (x *Execution) Scenario() (chosen, operations int) { return x.scenario, x.calls }
