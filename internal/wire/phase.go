package wire

import "time"

// Chance says what the executions of a test have met that is natively chance.
type Chance uint8

// It is
const (
	DrawsFew  Chance = 1 << iota // random numbers of which there are few: each can be tried
	DrawsMany                    // others
	LoopsFew                     // loops over maps of few keys, whose order somebody may see
	LoopsMany                    // over others
	Pools                        // sync.Pools from which one task may get what another has put there
	PoolsKept                    // sync.Pools that have given back what was put there
	Stamps                       // readings of the clock by two tasks, in no order
)

// A Phase is an exploration after the first one, of what that one has held fixed. It says
// what a pass stands for.
type Phase struct {
	Name       string `json:",omitempty"` // one of those below
	Exhaustive bool   // it was explored to the end
	// Of what is sampled: how many samples were explored to the end, that of the first
	// exploration included.
	Done       int `json:",omitempty"`
	Executions int64
	Pause      string `json:",omitempty"` // of pauses: up to so much in one execution, like 100ms
	Reason     string `json:",omitempty"` // of one that is not exhaustive: what has ended it
}

// The phases, in their order.
const (
	PhaseRandom  = "random"  // each value of random numbers of which there are few
	PhaseSeeds   = "seeds"   // some values of the others
	PhaseMaps    = "maps"    // each order of loops over maps of few keys
	PhaseOrders  = "orders"  // some orders of all loops over maps
	PhasePools   = "pools"   // any object that lies in a sync.Pool, or none
	PhaseLossy   = "lossy"   // sync.Pools that lose once what lies there
	PhaseStamps  = "stamps"  // each order of readings of the clock
	PhaseAll     = "all"     // all that is chosen by phases before it, together
	PhaseGarbage = "garbage" // garbage is collected while others could go on
	PhasePauses  = "pauses"  // goroutines are held up: Settings.Pause
)

// Moments is for how long goroutines may be held up in one execution for collections of garbage,
// each of which takes a nanosecond: a program that collects again and again is to come to an end.
const Moments = 3 * time.Nanosecond

// OptionSeed is the option of schedules that says of which seed the random numbers are that
// are drawn, unless it is the first. It is no flag.
const OptionSeed = "random-seed"

// OptionOrders is the same for the orders of maps.
const OptionOrders = "map-seed"

// OptionStamps is the option of schedules in which readings of the clock have an order.
const OptionStamps = "stamps"

// OptionOmit is the option of schedules that says which operations of a scenario of package
// linear are left out, a bit for each.
const OptionOmit = "scenario-omit"
