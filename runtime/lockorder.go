package runtime

import (
	"fmt"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/race"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/lockorder"
)

// Cycle names a cycle of locks in all executions.
type Cycle = lockorder.Cycle

// inversion puts a cycle of locks into words.
func (x *Execution) inversion(cycle []*lockorder.Acquisition) wire.Warning {
	var names, details []string
	for _, a := range cycle {
		held, next := x.Thing(a.Held.Obj), x.Thing(a.Next.Obj)
		names = append(names, held)
		details = append(details, fmt.Sprintf("%s locks %s at %s, holding %s (%s)",
			x.tasks[a.Task].peopleAt(), next, Site(a.Next.Site).Line(), held, Site(a.Held.Site).Line()))
	}
	n := len(names) - 1
	message := fmt.Sprintf("lock-order inversion: %s and %s are locked in opposite orders", names[0], names[1])
	if n > 1 {
		message = fmt.Sprintf("lock-order inversion: %s and %s are locked in orders that make a cycle", strings.Join(names[:n], ", "), names[n])
	}
	return wire.Warning{Kind: "lock-order", Message: message, Pos: x.Position(cycle[0].Next.Site), Details: details}
}

// Inversions runs an execution again to find out which of its cycles are inversions:
// those that have a warning.
func (x *Execution) Inversions(decisions []checker.Decision) ([]Cycle, map[Cycle]wire.Warning) {
	warnings := map[Cycle]wire.Warning{}
	tell := func(c Cycle, all []*lockorder.Acquisition) { warnings[c] = x.inversion(all) }
	order := race.NewOrder()
	x.order.Exactly(order, tell, func() {
		explore.Replay(x, decisions, checker.Options{Steps: max(len(decisions), 1)}, order.Add)
	})
	return x.order.Cycles(), warnings
}
