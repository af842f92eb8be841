package cli

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// A flagText describes a flag, in the help of each command that takes it, in the manual, and as
// its Usage.
type flagText struct {
	name string // with =false for one that is set unless it is taken back
	arg  string // what stands for its value; "" of flags that are given or not
	text string // its default is added where it has one that is worth saying
	// of are other texts, of commands where the flag is not what it is elsewhere.
	of map[string]string
}

// flagGroups are the texts of all flags, in the order of the help.
var flagGroups = []struct {
	title string
	flags []flagText
}{
	{"Which tests, and how they are built", []flagText{
		{"run", "REGEXP", "Only tests whose names match, as in go test.", map[string]string{
			"record": "The test to record: the one whose name matches, as in go test.",
		}},
		{"skip", "REGEXP", "Not the tests whose names match.", nil},
		{"tags", "LIST", "Build tags, separated by commas.", nil},
		{"short", "", "Tell the tests to be short (testing.Short).", nil},
		{"args", "...", "What follows is passed to the tests. It must come last.", nil},
		{"instrument", "LIST", "Packages to rewrite besides those that are named: patterns, separated by commas. " +
			"-PATTERN leaves out (-instrument=-example.com/big/...); the last one that matches decides. " +
			"By default all but the standard library.", nil},
	}},
	{"What is explored", []flagText{
		{"algo", "NAME", "How to explore: gocheck help algorithms.", nil},
		{"races", "MODE", "What a data race is. report: a failure. explore: none, and every access is a step. off: nothing. See gocheck help races.", nil},
		{"time", "MODE", "When virtual time advances, idle or free: gocheck help time.", nil},
		{"pause", "D", "Goroutines may be held up for D in all in one execution, like 100ms: gocheck help time.", nil},
		{"faults", "K", "Up to K things of a network fail in one execution: gocheck help network.", nil},
		{"net", "MODE", "How what sockets send comes to the other end: gocheck help network.", nil},
		{"queue", "MODE", "Order of handlers that do not say: fifo or unordered. See gocheck help handlers.", nil},
		{"leaks", "MODE", "Goroutines blocked for ever at the end. schedule: a failure if some executions leak and others do not. all: always a failure. off: never one.", nil},
		{"pools", "MODE", "What a sync.Pool gives: gocheck help chance.", nil},
		{"rand", "MODE", "Random numbers: gocheck help chance.", nil},
		{"maps", "MODE", "The order of loops over maps: gocheck help chance.", nil},
		{"commute", "MODE", "on: Adds (Ands, Ors) of an atomic whose result is not used, and stores of the value that is there, are independent. off: they are ordered, as the papers count.", nil},
		{"symmetry", "", "Of executions that differ only in which of several equal goroutines does what, make one. See gocheck help algorithms.", nil},
	}},
	{"Bounds", []flagText{
		{"budget", "D", "Time for each test, like 5s or 2m; 0: no bound. Explaining failures may take a fifth more, or 1s.", map[string]string{
			"replay":  "Time for the execution, like 5s or 2m; 0: no bound.",
			"record":  "Time for the execution, like 5s or 2m; 0: no bound.",
			"repro":   "Time for leaving out what is not needed, like 5s or 2m; 0: no bound.",
			"explore": "Time for each trace, like 5s or 2m; 0: no bound.",
		}},
		{"executions", "N", "Executions of each test; 0: no bound.", map[string]string{
			"explore": "Executions of each trace; 0: no bound.",
		}},
		{"steps", "N", "Steps of one execution. Longer executions are cut.", nil},
		{"preemptions", "N", "Explore what needs no more than N preemptions.", nil},
		{"delays", "N", "The same for delays of a scheduler without preemptions.", nil},
		{"reversals", "N", "Explore the orders of events up to N reversals of conflicts away from one execution, fewest first (-algo=r4).", nil},
		{"user", "REGEXP", "Of -algo=r4: inputs keep their order: what functions with such a name post or send, and what handlers or channels with such a name get.", nil},
		{"memory", "SIZE", "Memory for what the exploration keeps, like 512MiB.", nil},
		{"exhaustive", "", "Exit status 3 if some test could not be explored to the end.", map[string]string{
			"explore": "Exit status 3 if some trace could not be explored to the end.",
		}},
	}},
	{"Comparison of executions, by -algo=r4", []flagText{
		{"unordered-output", "REGEXP", "Lines of output whose order means nothing, such as a log's.", nil},
	}},
	{"Sampling", []flagText{
		{"seed", "N", "Seed of what is sampled: random, pct, pos, surw, pairs, tapctcp, and beside auto.", nil},
		{"depth", "N", "Depth of the bugs that pct and tapctcp are to find. By default each execution has 2, 3, 5 or 10, by chance.", nil},
	}},
	{"Failures", []flagText{
		{"keep-going", "", "Explore on after the first failure of a test.", nil},
		{"minimize", "MODE", "off: report the schedule that failed as it was found. on: the smallest that fails the same way.", nil},
		{"save=false", "", "Do not write failing schedules to testdata/gocheck.", nil},
		{"update", "", "If the program has changed and still fails, save the schedule anew, in the place of the old one.", nil},
	}},
	{"Output", []flagText{
		{"v", "", "Say more: what passes, what is not rewritten, how long building takes; of a failure every step.", map[string]string{
			"replay":     "Say more: every step, what the test printed, how long building takes.",
			"show":       "Show every step.",
			"instrument": "Say which packages are rewritten, and which commands are run.",
			"explore":    "Also list traces that pass, and print all operations of an execution that fails.",
		}},
		{"json", "", "Print events as JSON: gocheck help json. -json=test2json: only actions of go tool test2json, for gotestsum and editors.", nil},
		{"annotations", "MODE", "github: also write annotations of a GitHub workflow. off: do not. See gocheck help ci.", nil},
		{"junit", "FILE", "Also write the results into a file, as JUnit's XML.", nil},
		{"sarif", "FILE", "Also write what was found into a file, as SARIF.", nil},
		{"color", "MODE", "auto: colours on a terminal, unless NO_COLOR is set or TERM is dumb. always: in files and pipes too. never: none.", nil},
		{"progress", "MODE", "auto: progress on a terminal; elsewhere what a long build is at. plain: lines for a log. off: none.", nil},
		{"tips", "MODE", "on: a line says what a kind of failure, a bound or a verdict means, the first time. off: no such lines.", nil},
		{"count-redundant", "", "Count executions that are equivalent to an earlier one.", nil},
		{"html", "FILE", "With -algo=r4: also write the conflicts into FILE, as a page for a browser.", map[string]string{
			"show": "Write a page for a browser into FILE.",
		}},
		{"line", "", "Print the schedule as one line, for a chat or a bug report. gocheck replay and show take it in the place of a file.", nil},
		{"o", "PATH", "Where to write.", map[string]string{
			"instrument": "The folder to write to.",
			"record":     "The file to write the trace to.",
			"repro":      "The folder to write to. By default repro- and the test's name.",
		}},
		{"runs", "N", "How often the reproduction is run when it is made.", nil},
	}},
	{"Running", []flagText{
		{"at", "N", "Stop before step N of the schedule.", nil},
		{"listen", "ADDR", "Let an editor attach, like -listen 127.0.0.1:2345. The program stops before the step that -at names, or the first one.", nil},
		{"exec", "PROGRAM", "The debugger, from PATH: delve.", nil},
		{"count", "1", "Explore tests whose verdict is known, too: gocheck help cached.", nil},
		{"changed", "", "Explore only tests that have changed, or what they depend on; of the others say again what was said last.", nil},
		{"p", "N", "Worker processes. By default as many as there are CPUs.", nil},
		{"cluster", "URL", "Explore by the workers of a cluster: embedded (a server in this process), or nats://HOST:PORT. See gocheck help worker.", map[string]string{
			"worker":  "The cluster to work for, like nats://HOST:PORT.",
			"cluster": "The cluster to look at, like nats://HOST:PORT.",
		}},
		{"checkpoint", "FILE", "Keep in FILE what is left to explore, every second and on Ctrl-C; if FILE exists, go on with that.", nil},
		{"dependence", "FILE", "Further orders of a trace, lines like \"src:25 dest:39\": operation 39 comes after operation 25. By default dependence.txt beside the trace.", nil},
	}},
}

// textOf finds what is said of a flag.
func textOf(name string) (flagText, bool) {
	for _, g := range flagGroups {
		if i := slices.IndexFunc(g.flags, func(f flagText) bool { return f.flag() == name }); i >= 0 {
			return g.flags[i], true
		}
	}
	return flagText{}, false
}

// usageOf is the text of a flag of a command.
func usageOf(c *command, name string) string {
	t, _ := textOf(name) // there is one: TestFlagTexts
	return t.ofCommand(c).text
}

// ofCommand is the text as the help of a command has it.
func (t flagText) ofCommand(c *command) flagText {
	if text, ok := t.of[c.name]; ok {
		t.text = text
	}
	return t
}

// flag is the name of the flag.
func (t flagText) flag() string { return strings.TrimSuffix(t.name, "=false") }

// head is how the flag is written.
func (t flagText) head() string {
	return strings.TrimSpace("-" + t.name + " " + t.arg)
}

// withDefault is the text with the default of the flag, where there is one that
// the text does not say.
func (t flagText) withDefault(f *flag.Flag) string {
	if f == nil || t.name == "p" || slices.Contains([]string{"", "false", "true", "0", "0s"}, f.DefValue) {
		return t.text
	}
	return t.text + " Default " + f.DefValue + "."
}

// flagsText lists the flags of a command for a terminal, in groups where they
// are many.
func flagsText(c *command) string {
	var w strings.Builder
	eachFlag(c, func(title string) {
		if c.name == "" {
			fmt.Fprintf(&w, "%s:\n\n", title)
		}
	}, func(t flagText, f *flag.Flag) {
		fmt.Fprintf(&w, "\t%s\n", t.head())
		for _, line := range wrapped(t.withDefault(f), 66) {
			fmt.Fprintf(&w, "\t    %s\n", line)
		}
	}, func() {
		if c.name == "" {
			w.WriteByte('\n')
		}
	})
	return strings.TrimRight(w.String(), "\n")
}

// eachFlag goes through the flags that a command takes, group by group.
func eachFlag(c *command, group func(title string), each func(flagText, *flag.Flag), end func()) {
	var o options
	fs := flagsOf(c, &o)
	for _, g := range flagGroups {
		begun := false
		for _, t := range g.flags {
			f := fs.Lookup(t.flag())
			if f == nil && (t.name != "args" || c.name != "") { // -args ends the flags and is none itself
				continue
			}
			if !begun {
				group(g.title)
				begun = true
			}
			each(t.ofCommand(c), f)
		}
		if begun {
			end()
		}
	}
}

// wrapped breaks a text into lines of at most width letters, but for longer
// words.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}
