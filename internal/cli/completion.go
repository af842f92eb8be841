package cli

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/internal/flagvalue"
)

// The scripts hand the words of the command line to `gocheck completion --` and
// offer what it prints: all that is known of commands and flags stays in one
// place.
//
//go:embed completion
var completionScripts embed.FS

// A candidate is a word that may stand on the command line, and what it means.
type candidate struct{ word, what string }

// anyFile stands for the names of files, which shells know best.
var anyFile = []candidate{{word: ":files"}}

// shells are those that there is a script for.
func shells() []string {
	entries, err := completionScripts.ReadDir("completion")
	if err != nil {
		panic(err) // it is embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// completion is `gocheck completion SHELL`, and what its scripts call:
// `gocheck completion -- WORD...`, with the words up to the cursor.
func (a *App) completion(ctx context.Context, args []string) (int, error) {
	if len(args) > 0 && args[0] == "--" {
		for _, c := range a.complete(args[1:]) {
			line := c.word
			if c.what != "" {
				line += "\t" + c.what
			}
			fmt.Fprintln(a.Stdout, line)
		}
		return exitOK, nil
	}
	var o options
	names, err := parse(flagsOf(commandOf("completion"), &o), &o, "shell", args)
	if err != nil {
		return exitUsage, err
	}
	if len(names) != 1 || !slices.Contains(shells(), names[0]) {
		return exitUsage, usagef("which shell? There are %s, like: gocheck completion %s", strings.Join(shells(), ", "), shells()[0])
	}
	script, err := completionScripts.ReadFile("completion/" + names[0])
	if err != nil {
		return exitUsage, fmt.Errorf("reading the script: %w", err)
	}
	a.Stdout.Write(script)
	return exitOK, nil
}

// complete lists what the last word can become.
func (a *App) complete(words []string) []candidate {
	words = joined(words)
	if len(words) == 0 {
		return nil
	}
	last := words[len(words)-1]
	words = words[:len(words)-1]
	c := mainCommand()
	if len(words) > 0 {
		if c = commandOf(words[0]); c.name != "" {
			words = words[1:]
		}
	}
	var o options
	fs := flagsOf(c, &o)
	if slices.Contains(words, "-args") {
		return anyFile // the tests' own
	}
	if dashes, rest, ok := cutDashes(last); ok {
		name, _, valued := strings.Cut(rest, "=")
		if !valued {
			return beginning(last, flagCandidates(fs, dashes))
		}
		var all []candidate
		for _, v := range a.values(fs.Lookup(name)) {
			if v.word != anyFile[0].word {
				v.word = dashes + name + "=" + v.word
			}
			all = append(all, v)
		}
		return beginning(last, all)
	}
	if len(words) > 0 {
		if _, name, ok := cutDashes(words[len(words)-1]); ok && !strings.Contains(name, "=") {
			if f := fs.Lookup(name); f != nil && !isBool(f) {
				return beginning(last, a.values(f))
			}
		}
	}
	return beginning(last, a.operands(c, last, words))
}

// joined undoes what bash does to a word with an equals sign, of which it makes
// three.
func joined(words []string) []string {
	var all []string
	for i, w := range words {
		n := len(all)
		switch {
		case n > 0 && w == "=" && strings.HasPrefix(all[n-1], "-"),
			n > 0 && i > 0 && words[i-1] == "=" && strings.HasPrefix(all[n-1], "-"):
			all[n-1] += w
		default:
			all = append(all, w)
		}
	}
	return all
}

// cutDashes takes a flag apart: -name and --name are the same.
func cutDashes(word string) (dashes, rest string, ok bool) {
	rest = strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-")
	dashes = word[:len(word)-len(rest)]
	return dashes, rest, dashes != ""
}

// beginning are the candidates that begin with what is there.
func beginning(with string, all []candidate) []candidate {
	return slices.DeleteFunc(slices.Clone(all), func(c candidate) bool {
		return !strings.HasPrefix(c.word, with) && c.word != anyFile[0].word
	})
}

// flagCandidates are the flags of a command.
func flagCandidates(fs *flag.FlagSet, dashes string) []candidate {
	if dashes == "" {
		dashes = "-"
	}
	var all []candidate
	fs.VisitAll(func(f *flag.Flag) {
		name := f.Name
		if text, ok := textOf(name); ok {
			name = text.name // with =false, where that is what one says
		}
		what, _, _ := strings.Cut(f.Usage, ". ")
		all = append(all, candidate{dashes + name, strings.TrimSuffix(what, ".")})
	})
	return all
}

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// values are those that a flag takes.
func (a *App) values(f *flag.Flag) []candidate {
	if f == nil {
		return nil
	}
	if v, ok := f.Value.(*flagvalue.OneOf); ok {
		var all []candidate
		for _, value := range v.Values {
			all = append(all, candidate{word: value})
		}
		return all
	}
	if f.Name == "json" {
		return []candidate{{word: "test2json"}}
	}
	if isBool(f) {
		return []candidate{{word: "true"}, {word: "false"}}
	}
	switch text, _ := textOf(f.Name); text.arg {
	case "FILE", "PATH":
		return anyFile
	case "REGEXP":
		return a.testNames()
	}
	return nil
}

// operands completes what follows the flags of a command.
func (a *App) operands(c *command, last string, words []string) []candidate {
	var all []candidate
	if c.name == "" && len(words) == 0 {
		for _, sub := range commands() {
			all = append(all, candidate{sub.name, sub.what})
		}
	}
	switch {
	case strings.Contains(c.args, "[packages]"):
		return append(all, a.packages(last)...)
	case strings.Contains(c.args, "SCHEDULE"):
		return a.schedules(last)
	case strings.Contains(c.args, "TRACE"):
		return anyFile
	case c.name == "help" && len(words) == 0:
		for _, name := range allTopics() {
			t, _ := topicOf(name)
			all = append(all, candidate{name, t.what})
		}
	case c.name == "completion" && len(words) == 0:
		for _, name := range shells() {
			all = append(all, candidate{word: name})
		}
	}
	return all
}
