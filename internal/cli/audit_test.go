package cli

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/flagvalue"
)

// Each command, each of its flags, and each value of those that have few, is
// used by a script in testdata/script (or by docs/tutorial.md, which is run like
// one). Uses that are to be refused do not count.
func TestScriptsUseEverything(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no scripts")
	}
	used := map[string]map[string]bool{} // command → flags and flag=value
	for _, file := range append(files, filepath.Join("..", "..", "docs", "tutorial.md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script, _, _ := strings.Cut(string(text), "\n-- ") // the files of the archive
		for line := range strings.Lines(script) {
			for _, args := range uses(line) {
				note(used, args)
			}
		}
	}
	for _, c := range everyCommand() {
		if used[c.name] == nil {
			t.Errorf("no script uses %s", c.line())
			continue
		}
		var o options
		flagsOf(&c, &o).VisitAll(func(f *flag.Flag) {
			if !used[c.name][f.Name] {
				t.Errorf("no script uses %s with -%s", c.line(), f.Name)
			}
			if v, ok := f.Value.(*flagvalue.OneOf); ok && c.name == "" && f.Name != "algo" { // all algorithms: TestCampaign
				for _, value := range v.Values {
					if !used[c.name][f.Name+"="+value] {
						t.Errorf("no script uses %s with -%s=%s", c.line(), f.Name, value)
					}
				}
			}
		})
	}
	for _, name := range allTopics() {
		if !used["help"][name] && commandOf(name).name == "" {
			t.Errorf("no script reads gocheck help %s", name)
		}
	}
}

var (
	called = regexp.MustCompile(`(?:^|[\s';&|(])gocheck(?: |$)`)
	refuse = regexp.MustCompile(`^status 2 `)
	ends   = regexp.MustCompile(`[;&|<>)]|\d>`)
)

// uses finds the calls of gocheck in a line of a script, as lists of arguments.
func uses(line string) (all [][]string) {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") || refuse.MatchString(line) || !regexp.MustCompile(`^(status|exec|! exec|\$|gocheck|for|go:generate|//go:generate)`).MatchString(line) {
		return nil
	}
	for _, at := range called.FindAllStringIndex(line, -1) {
		words := strings.Fields(line[at[1]:])
		if i := slices.IndexFunc(words, ends.MatchString); i >= 0 && strings.HasPrefix(line, "exec sh") {
			words = words[:i]
		}
		for i := range words {
			words[i] = strings.Trim(words[i], `'"`)
		}
		all = append(all, words)
	}
	return all
}

// note enters a call into used.
func note(used map[string]map[string]bool, args []string) {
	c := mainCommand()
	if len(args) > 0 {
		if c = commandOf(args[0]); c.name != "" {
			args = args[1:]
		}
	}
	if used[c.name] == nil {
		used[c.name] = map[string]bool{}
	}
	if c.name == "help" && len(args) == 1 {
		used["help"][args[0]] = true
	}
	var o options
	fs := flagsOf(c, &o)
	if i := slices.Index(args, "-args"); i >= 0 {
		args = args[:i]
	}
	if err := fs.Parse(args); err != nil {
		return // a script may well try what is wrong
	}
	fs.Visit(func(f *flag.Flag) {
		used[c.name][f.Name] = true
		used[c.name][f.Name+"="+f.Value.String()] = true
	})
}

// The test above sees what scripts do, and what they do not.
func TestUses(t *testing.T) {
	used := map[string]map[string]bool{}
	for _, line := range []string{
		"status 0 gocheck -v -queue=unordered -run 'A|B' ./...", "status 2 gocheck -short", "# gocheck -keep-going",
		"exec sh -c 'gocheck replay -json testdata/x >out 2>err; test $? = 1'", "stdout 'gocheck -p 3'", "$ gocheck show -html page.html x",
	} {
		for _, args := range uses(line) {
			note(used, args)
		}
	}
	for _, want := range []struct {
		command, flag string
		used          bool
	}{
		{"", "v", true}, {"", "queue", true}, {"", "queue=unordered", true}, {"", "run", true}, {"", "short", false}, {"", "keep-going", false},
		{"", "p", false}, {"replay", "json", true}, {"show", "html", true}, {"", "json", false},
	} {
		if got := used[want.command][want.flag]; got != want.used {
			t.Errorf("gocheck %s -%s: used %v", want.command, want.flag, got)
		}
	}
}
