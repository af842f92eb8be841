package cli

import (
	"cmp"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gocheck.dev/internal/flagvalue"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wire"
)

var update = flag.Bool("update", false, "write docs/manual.md anew")

// everyCommand is the main one and all others.
func everyCommand() []command { return append([]command{*mainCommand()}, commands()...) }

// Each flag has one text, which is in the help of the commands that take it and
// of no other, and says what all values mean, or names the topic that does.
func TestFlagTexts(t *testing.T) {
	var o options
	seen := map[string]int{}
	for _, g := range flagGroups {
		for _, f := range g.flags {
			seen[f.flag()]++
		}
	}
	allFlags(&o).VisitAll(func(f *flag.Flag) {
		text, ok := textOf(f.Name)
		if !ok || seen[f.Name] != 1 {
			t.Errorf("-%s: %d texts in helpflags.go, want one", f.Name, seen[f.Name])
			return
		}
		delete(seen, f.Name)
		if v, ok := f.Value.(*flagvalue.OneOf); ok && f.Name != "algo" {
			topic := topicNamed(text.text)
			for _, value := range v.Values {
				if !strings.Contains(topic, "-"+f.Name+"="+value) && !strings.Contains(" "+text.text, " "+value+":") && !strings.Contains(text.text, value+" or") && !strings.Contains(text.text, "or "+value) && !strings.Contains(text.text, "("+value+" ") {
					t.Errorf("-%s: nothing is said of its value %s", f.Name, value)
				}
			}
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() != (text.arg == "") {
			t.Errorf("-%s: is written %q", f.Name, text.head())
		}
		if !slices.ContainsFunc(everyCommand(), func(c command) bool { return c.takes(f.Name) }) {
			t.Errorf("-%s: no command takes it", f.Name)
		}
	})
	delete(seen, "args") // which ends the flags
	for name := range seen {
		t.Errorf("-%s: a text, but no flag", name)
	}
	for _, c := range everyCommand() {
		for _, name := range c.flags {
			if allFlags(&o).Lookup(name) == nil {
				t.Errorf("gocheck %s takes -%s, which is not declared", c.name, name)
			}
		}
		if slices.Equal(c.flags, []string{}) {
			continue
		}
		a, stdout, stderr := fakeApp(t)
		topic := c.name
		if topic == "" {
			topic = "flags"
		}
		if status := a.Run(t.Context(), []string{"help", topic}); status != exitOK {
			t.Fatal(status, stderr)
		}
		byHelp := stdout.String()
		stdout.Reset()
		if status := a.Run(t.Context(), strings.Fields(c.name+" -h")); status != exitOK || stdout.String() != byHelp {
			t.Errorf("gocheck %s -h is not gocheck help %s: status %d, %s%s", c.name, topic, status, stdout, stderr)
		}
		allFlags(&o).VisitAll(func(f *flag.Flag) {
			text, _ := textOf(f.Name)
			if has := strings.Contains(byHelp, "\t"+text.head()+"\n"); has != c.takes(f.Name) {
				t.Errorf("gocheck help %s: has -%s: %v", topic, f.Name, has)
			}
		})
	}
}

var namedTopic = regexp.MustCompile(`gocheck help (\w+)`)

// topicNamed is the topic that a flag's text refers to, or nothing.
func topicNamed(text string) string {
	if m := namedTopic.FindStringSubmatch(text); m != nil {
		said, _ := topicOf(m[1])
		return said.text
	}
	return ""
}

// Each text is of a topic, each topic has one, and all can be read on a
// terminal.
func TestHelpTexts(t *testing.T) {
	files, err := helpFiles.ReadDir("help")
	if err != nil {
		t.Fatal(err)
	}
	names := append(allTopics(), "overview")
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".txt"); !slices.Contains(names, name) {
			t.Errorf("help/%s is not listed", f.Name())
		}
	}
	if len(files) != len(names) {
		t.Errorf("%d files, %d topics", len(files), len(names))
	}
	for _, name := range names {
		a, stdout, stderr := fakeApp(t)
		if status := a.Run(t.Context(), []string{"help", name}); status != exitOK {
			t.Errorf("%s: status %d: %s", name, status, stderr)
			continue
		}
		said, ok := topicOf(name)
		if !ok || said.what == "" || strings.ContainsAny(said.what, "\n.") || len(said.what) > 60 || strings.TrimSpace(said.text) == "" {
			t.Errorf("%s: the file does not begin with a line that says what it is, and an empty line", name)
		}
		for _, m := range placeholder.FindAllStringSubmatch(said.text, -1) {
			if !slices.Contains([]string{"commands", "topics", "algorithms", "flags"}, m[1]) || m[1] != "flags" && m[2] != "" || commandOf(m[2]).name != m[2] {
				t.Errorf("%s: %s stands for nothing", name, m[0])
			}
		}
		for i, line := range strings.Split(stdout.String(), "\n") {
			if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "        ")); n > 90 && name != "algorithms" {
				t.Errorf("%s: line %d is %d letters long: %s", name, i+1, n, line)
			}
			if strings.Contains(line, "{{") || strings.TrimRight(line, " \t") != line {
				t.Errorf("%s: line %d: %q", name, i+1, line)
			}
		}
		if !strings.HasSuffix(stdout.String(), "\n") {
			t.Errorf("%s: no end of line", name)
		}
	}
	for in, want := range map[string]string{
		"verdict": "did you mean verdicts?", "Flag": "did you mean flags?", "-algo": "the flag -algo NAME is in the help",
		"budget": "the flag -budget D", "xyzzy": "topics are algorithms, bounds, cached, chance, ci,",
	} {
		a, _, stderr := fakeApp(t)
		if status := a.Run(t.Context(), []string{"help", in}); status != exitUsage || !strings.Contains(stderr.String(), want) {
			t.Errorf("help %s: status %d: %s", in, status, stderr)
		}
	}
}

// The fields of -json are in the help, with all that they hold.
func TestJSONHelp(t *testing.T) {
	said, _ := topicOf("json")
	var fields func(reflect.Type)
	fields = func(of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			if !strings.Contains(said.text, `"`+f.Name+`":`) {
				t.Errorf("gocheck help json says nothing of %s.%s", of, f.Name)
			}
			if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
				fields(f.Type.Elem())
			}
		}
	}
	fields(reflect.TypeFor[failureEvent]())
	fields(reflect.TypeFor[resultEvent]())
	fields(reflect.TypeFor[savedEvent]())
}

// Variables that gocheck looks at are in the help.
func TestEnvironment(t *testing.T) {
	said, _ := topicOf("environment")
	variable := regexp.MustCompile(`"((?:GOCHECK|GITHUB_|NO_)[A-Z_]+|COLUMNS|TERM|GOTMPDIR)"`)
	found := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "testdata" {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
			if m[1] == wire.Env || m[1] == longtest.Env {
				continue // between gocheck and what it builds, and for gocheck's own tests
			}
			if found++; !strings.Contains(said.text, m[1]) {
				t.Errorf("%s: gocheck help environment says nothing of %s", path, m[1])
			}
		}
		return err
	})
	if err != nil || found < 4 {
		t.Error(found, err)
	}
}

// docs/manual.md is the help, as one page:
//
//	go test ./internal/cli -run TestManual -update
func TestManual(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "manual.md")
	got := manual()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("docs/manual.md is not what the help says: go test ./internal/cli -run TestManual -update")
	}
	for _, name := range allTopics() {
		said, _ := topicOf(name)
		if line, _, _ := strings.Cut(strings.TrimSpace(placeholder.ReplaceAllString(said.text, "")), "\n"); !strings.Contains(got, strings.TrimSpace(markdown(line))) {
			t.Errorf("the manual lacks the topic %s", name)
		}
	}
}

// sections are the topics as a manual orders them.
var sections = []struct{ heading, topic string }{
	{"Flags", "flags"}, {"Verdicts", "verdicts"}, {"Exit status", "exit"}, {"Kinds of failures", "kinds"},
	{"Saved schedules", "schedules"}, {"Data races", "races"}, {"Time", "time"}, {"Chance", "chance"}, {"Faults of the network", "network"}, {"Event loops", "handlers"},
	{"Bounds", "bounds"}, {"Known verdicts", "cached"}, {"Directives", "directives"}, {"Algorithms", "algorithms"}, {"Traces", "traces"}, {"JSON", "json"}, {"Continuous builds", "ci"},
	{"Environment and files", "environment"}, {"Examples", "examples"},
}

// manual is docs/manual.md.
func manual() string {
	var w strings.Builder
	w.WriteString("# gocheck: the manual\n\n" +
		"This page is `gocheck help`, all topics of it, made by a test (`go test ./internal/cli -run TestManual -update`).\n" +
		"[tutorial.md](tutorial.md) is for the first ten minutes, [troubleshooting.md](troubleshooting.md) is for messages.\n\n" +
		"\tgocheck [flags] [packages]            explore the tests of packages\n\n")
	overview, _ := topicOf("overview")
	_, rest, _ := strings.Cut(overview.text, "{{commands}}\n\n")
	rest, _, _ = strings.Cut(rest, "Topics of")
	w.WriteString(markdown(rest))
	w.WriteString("## Commands\n\n")
	for _, c := range commands() {
		if said, ok := topicOf(c.name); ok {
			w.WriteString("### gocheck " + c.name + ": " + said.what + "\n\n" + markdown(said.text))
		}
	}
	for _, s := range sections {
		said, _ := topicOf(s.topic)
		w.WriteString("## " + s.heading + "\n\n" + markdown(said.text))
	}
	return strings.TrimRight(w.String(), "\n") + "\n"
}

// markdown is a text of the help for the manual: what is indented is the same
// there, and flags are a list.
func markdown(text string) string {
	text = placeholder.ReplaceAllStringFunc(text, func(s string) string {
		if m := placeholder.FindStringSubmatch(s); m[1] == "flags" {
			return flagsMarkdown(commandOf(m[2]))
		}
		return expanded(s)
	})
	var w strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "- ") {
			line = strings.NewReplacer("*", `\*`, "<", `\<`).Replace(line)
		}
		w.WriteString(line)
	}
	return strings.TrimRight(w.String(), "\n") + "\n\n"
}

// flagsMarkdown is a list of a command's flags. Those of gocheck itself are described
// once: of other commands only their names are listed.
func flagsMarkdown(c *command) string {
	var w strings.Builder
	var o options
	of := flagsOf(mainCommand(), &o)
	var shared []string
	eachFlag(c, func(title string) {
		if c.name == "" {
			w.WriteString(title + ":\n\n")
		}
	}, func(t flagText, f *flag.Flag) {
		if main := of.Lookup(t.flag()); c.name != "" && main != nil && main.DefValue == f.DefValue && main.Usage == t.text {
			shared = append(shared, "`-"+t.flag()+"`")
			return
		}
		w.WriteString("- `" + t.head() + "`: " + t.withDefault(f) + "\n")
	}, func() {
		if c.name == "" {
			w.WriteByte('\n')
		}
	})
	if len(shared) > 0 {
		w.WriteString("- as described in [Flags](#flags): " + strings.Join(shared, ", ") + "\n")
	}
	return strings.TrimRight(w.String(), "\n")
}
