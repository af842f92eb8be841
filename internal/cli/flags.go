package cli

import (
	"flag"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/flagvalue"
	"gocheck.dev/internal/tips"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// options are the flags of the command line.
type options struct {
	selecting
	exploring
	saying
	debug                    debugOptions
	runs                     int // repro: how often it is run in the end
	p                        int
	cluster                  string // where other machines are
	exhaustive, save, update bool
	kept                     keptOptions

	env   []string          // of the go command; nil: the process's own
	given map[string]string // flags on the command line, with their values
}

// selecting says which tests there are, and how they are built and run.
type selecting struct {
	run, skip, tags string
	instrument      string
	short           bool
	args            []string // after -args
}

// exploring is how a test is explored, and how far.
type exploring struct {
	algo                        string
	seed                        uint64
	depth                       int
	preemptions, delays         *int // nil: no bound
	reversals                   *int
	user                        flagvalue.Pattern
	memory                      flagvalue.Size
	pause                       pause
	queue, races, leaks         string
	pools, rand, maps, minimize string
	time, commute, net          string
	executions                  int64
	steps, faults               int
	budget                      time.Duration
	keepGoing, countRedundant   bool
	symmetry                    bool
}

// saying is what is printed, and written for others.
type saying struct {
	verbose, json             bool
	test2json                 bool // json with no other actions than its
	unorderedOutput           flagvalue.Pattern
	color, progress, tips     string
	annotations, junit, sarif string // reports for build servers
	html                      string // a page: of a schedule, of conflicts
	line                      bool   // a schedule as one line
	out, dependence           string // flags of other commands than the main one
}

// keptOptions are about what is kept from one run to another.
type keptOptions struct {
	checkpoint string
	count      count
	changed    bool // explore only what has changed
}

// debugOptions are those of `gocheck debug`.
type debugOptions struct {
	at               *int   // the step to stop before; nil: none
	listen, debugger string // for an editor; what to run
}

// config is the part of the options that a test binary needs.
func (o *options) config() wire.Config {
	return wire.Config{
		Mode: "explore", Run: o.run, Skip: o.skip, Verbose: o.verbose, Short: o.short, Args: o.args,
		Settings: o.settings(), Progress: true,
	}
}

// settings are how a test is explored.
func (o *options) settings() wire.Settings {
	pause, timing := o.pauses()
	return wire.Settings{
		Pause: pause.Nanoseconds(), Timing: timing, Faults: o.faults, Net: o.net, Symmetry: o.symmetry,
		Algorithm: o.algo, Seed: o.seed, Depth: o.depth,
		Preemptions: o.preemptions, Delays: o.delays, Reversals: o.reversals, User: o.user.String(), Queue: o.queue, Races: o.races, Leaks: o.leaks, Pools: o.pools, Rand: o.rand, Maps: o.maps, Time: o.time, Minimize: o.minimize, Commute: o.commute, Memory: int64(o.memory),
		Executions: o.executions, Steps: o.steps, BudgetMS: o.budget.Milliseconds(),
		KeepGoing: o.keepGoing, CountRedundant: o.countRedundant,
	}
}

// flagsOf declares the flags that a command takes: commands() has their names.
func flagsOf(c *command, o *options) *flag.FlagSet {
	fs := flag.NewFlagSet(strings.TrimSpace("gocheck "+c.name), flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are worded here
	allFlags(o).VisitAll(func(f *flag.Flag) {
		if c.takes(f.Name) {
			fs.Var(f.Value, f.Name, usageOf(c, f.Name))
		}
	})
	return fs
}

// allFlags declares the flags of all commands. What they mean is said in
// helpflags.go.
func allFlags(o *options) *flag.FlagSet {
	fs := flag.NewFlagSet("gocheck", flag.ContinueOnError)
	fs.StringVar(&o.run, "run", "", "")
	fs.StringVar(&o.skip, "skip", "", "")
	fs.StringVar(&o.tags, "tags", "", "")
	fs.StringVar(&o.instrument, "instrument", "", "")
	fs.BoolVar(&o.verbose, "v", false, "")
	fs.Var(jsonMode{o}, "json", "")
	fs.BoolVar(&o.short, "short", false, "")
	oneOf(fs, &o.algo, "algo", "auto", algorithms())
	o.memory = 1 << 30
	fs.Var(&o.memory, "memory", "")
	oneOf(fs, &o.queue, "queue", "fifo", []string{"fifo", "unordered"})
	oneOf(fs, &o.races, "races", "report", []string{"report", "explore", "off"})
	oneOf(fs, &o.time, "time", "idle", []string{"idle", "free"})
	fs.Var(&o.pause, "pause", "")
	fs.IntVar(&o.faults, "faults", 0, "")
	oneOf(fs, &o.net, "net", wire.DefaultNet, []string{"loopback", "async", "split"})
	fs.BoolVar(&o.symmetry, "symmetry", false, "")
	oneOf(fs, &o.leaks, "leaks", "schedule", []string{"schedule", "all", "off"})
	oneOf(fs, &o.pools, "pools", wire.DefaultPools, []string{"auto", "own", "any", "shared", "lossy", "empty"})
	oneOf(fs, &o.rand, "rand", wire.DefaultRand, []string{"auto", "seeded", "choose"})
	oneOf(fs, &o.maps, "maps", wire.DefaultMaps, []string{"auto", "sorted", "choose", "orders"})
	oneOf(fs, &o.commute, "commute", "on", []string{"on", "off"})
	fs.Uint64Var(&o.seed, "seed", 1, "")
	fs.IntVar(&o.depth, "depth", 0, "")
	flagvalue.Number(fs, &o.preemptions, "preemptions")
	flagvalue.Number(fs, &o.delays, "delays")
	flagvalue.Number(fs, &o.reversals, "reversals")
	fs.Var(&o.unorderedOutput, "unordered-output", "")
	fs.Var(&o.user, "user", "")
	fs.Int64Var(&o.executions, "executions", 0, "")
	fs.IntVar(&o.steps, "steps", 10000, "")
	fs.DurationVar(&o.budget, "budget", 30*time.Second, "")
	oneOf(fs, &o.color, "color", "auto", []string{"auto", "always", "never"})
	oneOf(fs, &o.minimize, "minimize", "on", []string{"on", "off"})
	fs.BoolVar(&o.keepGoing, "keep-going", false, "")
	fs.IntVar(&o.p, "p", runtime.NumCPU(), "")
	fs.StringVar(&o.cluster, "cluster", "", "")
	fs.StringVar(&o.kept.checkpoint, "checkpoint", "", "")
	fs.Var(&o.kept.count, "count", "")
	fs.BoolVar(&o.kept.changed, "changed", false, "")
	oneOf(fs, &o.progress, "progress", "auto", []string{"auto", "plain", "off"})
	oneOf(fs, &o.tips, "tips", "on", []string{"on", "off"})
	if os.Getenv(noTips) == "off" {
		o.tips = "off"
	}
	oneOf(fs, &o.annotations, "annotations", "off", []string{"github", "off"})
	fs.StringVar(&o.junit, "junit", "", "")
	fs.StringVar(&o.sarif, "sarif", "", "")
	fs.BoolVar(&o.exhaustive, "exhaustive", false, "")
	fs.BoolVar(&o.save, "save", true, "")
	fs.BoolVar(&o.update, "update", false, "")
	fs.BoolVar(&o.countRedundant, "count-redundant", false, "")
	fs.StringVar(&o.html, "html", "", "")
	fs.BoolVar(&o.line, "line", false, "")
	fs.StringVar(&o.out, "o", "", "")
	fs.StringVar(&o.dependence, "dependence", "", "")
	flagvalue.Number(fs, &o.debug.at, "at")
	fs.StringVar(&o.debug.listen, "listen", "", "")
	fs.StringVar(&o.debug.debugger, "exec", "dlv", "")
	fs.IntVar(&o.runs, "runs", 20, "")
	return fs
}

// noTips is the environment variable that turns tips off, for those who know
// them and would not say -tips=off each time.
const noTips = "GOCHECKTIPS"

// wantTips is where tips are asked for, nil if they are not wanted.
func (o *options) wantTips() *tips.Given {
	if o.tips == "off" {
		return nil
	}
	return &tips.Given{KeepsGoing: o.keepGoing}
}

// parse reads the arguments of a command into o; what remains is returned.
func parse(fs *flag.FlagSet, o *options, what string, args []string) ([]string, error) {
	if i := slices.IndexFunc(args, func(s string) bool { return s == "-args" || s == "--args" }); i >= 0 {
		args, o.args = args[:i], args[i+1:]
	}
	if err := fs.Parse(args); err != nil {
		return nil, flagError(fs, err)
	}
	for _, arg := range fs.Args() {
		if strings.HasPrefix(arg, "-") && arg != "-" {
			return nil, lateFlag(fs, what, arg)
		}
	}
	o.given = map[string]string{}
	fs.Visit(func(f *flag.Flag) { o.given[f.Name] = f.Value.String() })
	return fs.Args(), o.check()
}

// algorithm is the one that the flags ask for.
func (o *options) algorithm() checker.Algorithm {
	s := o.settings()
	return worker.Algorithm(&s)
}

// check refuses values that the flags' types do not exclude, and flags that
// would change nothing.
func (o *options) check() error {
	given := func(name string) bool { _, ok := o.given[name]; return ok }
	if o.pause.free && !given("time") {
		o.time = "free"
	}
	algo, named := o.algorithm(), explore.AlgorithmNames
	switch {
	case given("seed") && !algo.Samples && !algo.Searches:
		return usagef("flag -seed is for -algo %s: %s uses no random numbers", named(func(a *checker.Algorithm) bool { return a.Samples || a.Searches }), o.algo)
	case o.preemptions != nil && o.delays != nil:
		return usagef("flags -preemptions and -delays: one at a time")
	case (o.preemptions != nil || o.delays != nil) && !algo.Deviates:
		flag, also := "preemptions", ""
		if o.delays != nil {
			flag = "delays"
		}
		if algo.Reverses {
			also = "; the bound of " + o.algo + " is -reversals N"
		}
		return usagef("flag -%s is for -algo auto, %s: -algo %s would miss executions within it%s", flag, named(func(a *checker.Algorithm) bool { return a.Deviates }), o.algo, also)
	case o.reversals != nil && (o.preemptions != nil || o.delays != nil):
		return usagef("flags -reversals and -preemptions or -delays: one at a time")
	case o.reversals != nil && !algo.Reverses:
		return usagef("flag -reversals is for -algo %s, which -algo auto is with it", named(func(a *checker.Algorithm) bool { return a.Reverses }))
	case o.user.Re != nil && !algo.Reverses:
		return usagef("flag -user is for -algo %s, which -algo auto is with -reversals", named(func(a *checker.Algorithm) bool { return a.Reverses }))
	case given("commute") && o.commute == "on" && !algo.Commutes:
		return usagef("-algo %s knows no operations that commute by their values: have -commute=off, which it has by default", o.algo)
	case given("depth") && !algo.Deepens:
		return usagef("flag -depth is for -algo %s", named(func(a *checker.Algorithm) bool { return a.Deepens }))
	case given("depth") && o.depth < 1:
		return usagef("invalid value %d for flag -depth: the simplest bugs have depth 1", o.depth)
	case given("pause") && given("time") && o.pause.free != (o.time == "free"):
		return usagef("flags -pause=%s and -time=%s contradict each other: -time=idle is -pause=0, -time=free is -pause=inf", o.pause.String(), o.time)
	case o.pause.of > 0 && !algo.Pauses:
		return usagef("flag -pause is for -algo %s", named(func(a *checker.Algorithm) bool { return a.Pauses }))
	case o.faults < 0:
		return usagef("invalid value %d for flag -faults: 0 is the fewest", o.faults)
	case o.faults > 0 && !algo.Faults:
		return usagef("flag -faults is for -algo %s", named(func(a *checker.Algorithm) bool { return a.Faults }))
	case o.symmetry && !algo.Symmetry:
		return usagef("flag -symmetry is for -algo %s", named(func(a *checker.Algorithm) bool { return a.Symmetry }))
	case o.symmetry && (o.faults > 0 || o.time == "free"):
		return usagef("flag -symmetry: with -faults, and with -time=free, goroutines are told apart")
	case algo.Samples && o.executions == 0 && o.budget == 0:
		return usagef("-algo %s never ends by itself: give it -executions or -budget", o.algo)
	case o.kept.changed && (o.kept.count != 0 || o.kept.checkpoint != ""):
		return usagef("flag -changed leaves out what is known, and -count=1 and -checkpoint explore all: one of them")
	case o.p < 1:
		return usagef("invalid value %d for flag -p: there must be at least one worker process", o.p)
	case o.runs < 1:
		return usagef("invalid value %d for flag -runs: it is run once at least", o.runs)
	case o.executions < 0:
		return usagef("invalid value %d for flag -executions: want a number of executions, or 0 for no bound", o.executions)
	case o.steps < 1:
		return usagef("invalid value %d for flag -steps: an execution has at least one step", o.steps)
	case o.budget < 0:
		return usagef("invalid value %v for flag -budget: want a duration, or 0 for no bound", o.budget)
	}
	for _, f := range []struct{ name, value string }{{"run", o.run}, {"skip", o.skip}} {
		if _, err := regexp.Compile(f.value); err != nil {
			return usagef("invalid value %q for flag -%s: %v", f.value, f.name, err)
		}
	}
	return nil
}
