package cli

import (
	"context"
	"embed"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/meant"
)

// The texts of `gocheck help`: a line that says what the topic is, an empty
// line, the text. Lines that begin with a tab stay as they are, in the manual,
// too. {{…}} stands for what is made of the commands and flags themselves.
//
//go:embed help/*.txt
var helpFiles embed.FS

// topics are the topics that are no commands, in the order in which they are
// listed.
var topics = []string{
	"flags", "algorithms", "verdicts", "kinds", "schedules", "traces", "races", "time", "chance", "network", "handlers", "bounds", "cached", "directives",
	"environment", "json", "ci", "exit", "examples",
}

// A topic is a text of the help.
type topic struct{ name, what, text string }

// topicOf reads a topic.
func topicOf(name string) (topic, bool) {
	data, err := helpFiles.ReadFile("help/" + name + ".txt")
	if err != nil {
		return topic{}, false
	}
	what, text, _ := strings.Cut(string(data), "\n\n")
	return topic{name, what, text}, true
}

// allTopics are the names that help is there for, commands among them.
func allTopics() []string {
	var names []string
	for _, c := range commands() {
		if _, ok := topicOf(c.name); ok {
			names = append(names, c.name)
		}
	}
	return append(names, topics...)
}

var placeholder = regexp.MustCompile(`\{\{(\w+)(?: (\w+))?\}\}`)

// expanded is a text for a terminal.
func expanded(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(s string) string {
		m := placeholder.FindStringSubmatch(s)
		switch m[1] {
		case "commands":
			return commandsText()
		case "topics":
			return topicsText()
		case "algorithms":
			return algorithmsText()
		default: // flags: TestHelpTexts
			return flagsText(commandOf(m[2]))
		}
	})
}

// commandsText has a line for each command.
func commandsText() string {
	var w strings.Builder
	for _, c := range append([]command{*mainCommand()}, commands()...) {
		fmt.Fprintf(&w, "\t%-36s  %s\n", c.line(), c.what)
	}
	return strings.TrimRight(w.String(), "\n")
}

// topicsText has a line for each topic.
func topicsText() string {
	var w strings.Builder
	for _, name := range allTopics() {
		t, _ := topicOf(name)
		fmt.Fprintf(&w, "\t%-13s %s\n", name, t.what)
	}
	return strings.TrimRight(w.String(), "\n")
}

// algorithmsText has a line for each value of -algo.
func algorithmsText() string {
	var w strings.Builder
	for _, a := range explore.Algorithms() {
		fmt.Fprintf(&w, "\t%-13s %s\n", a.Name, a.What)
	}
	return strings.TrimRight(w.String(), "\n")
}

// help is `gocheck help [topic]`.
func (a *App) help(_ context.Context, args []string) (int, error) {
	if len(args) > 1 {
		return exitUsage, usagef("one topic at a time")
	}
	name := strings.Join(args, "")
	if name == "" || name == "help" || name == "version" {
		name = "overview"
	}
	t, ok := topicOf(strings.ToLower(strings.TrimLeft(name, "-")))
	if !ok {
		t, ok = topicWith(strings.ToLower(name))
	}
	if !ok {
		return exitUsage, noTopic(name)
	}
	fmt.Fprint(a.Stdout, expanded(t.text))
	return exitOK, nil
}

// topicWith is the topic that says what a word means, of a list: a verdict, a kind, an algorithm.
func topicWith(word string) (topic, bool) {
	entry := regexp.MustCompile(`(?m)^\t?` + regexp.QuoteMeta(word) + `(: |  +)\S`)
	for _, name := range []string{"verdicts", "kinds", "algorithms"} {
		if t, _ := topicOf(name); entry.MatchString(expanded(t.text)) {
			return t, true
		}
	}
	return topic{}, false
}

// noTopic is the error for an unknown topic. It suggests what the user may have meant.
func noTopic(name string) error {
	flag := strings.TrimLeft(name, "-")
	if t, ok := textOf(flag); ok {
		return usagef("no help on %q; the flag %s is in the help of the commands that take it: gocheck help flags", name, t.head())
	}
	names := allTopics()
	if near := meant.Nearest(name, names); near != "" {
		return usagef("no help on %q: did you mean %s?", name, near)
	}
	if near := meant.Nearest(name, commandNames()); near != "" {
		return usagef("no help on %q: did you mean gocheck %s?", name, near)
	}
	if hint := meant.Command(name); hint != "" {
		return usagef("no help on %q: %s", name, hint)
	}
	slices.Sort(names)
	return usagef("no help on %q: topics are %s", name, strings.Join(names, ", "))
}

// ownVersion is that of the module that the command was built from.
func ownVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// version is `gocheck version`.
func (a *App) version(_ context.Context, args []string) (int, error) {
	if len(args) > 0 {
		return exitUsage, usagef("gocheck version takes no arguments")
	}
	fmt.Fprintf(a.Stdout, "gocheck version %s %s %s/%s\n", ownVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK, nil
}
