package gocmd

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// A fault may be nobody's but the machine's: a full disk, a folder that cannot
// be written, no memory for the linker. It is known by the operating system's
// words, wherever they come up: in what the go command prints, in what it says
// of a package, in our own writing.

// positioned is what begins a line of the compiler's about source, which may
// quote anything.
var positioned = regexp.MustCompile(`^\S+\.\w+:\d+(:\d+)?: `)

// A folder is one that is written to on the way to a test binary.
type folder struct {
	dir, variable string
	what          string
	empty         string // how to make room, besides removing other files
	beneath       string // what a name in it goes on with, as a regular expression
}

// folders are those of g, with all names that they go by. What the user has in
// the folder for temporary files is not meant.
func (g *Command) folders() []folder {
	const anything = `(?:[/\\\s:'"]|$)`
	tmp := folder{g.vars["GOTMPDIR"], "GOTMPDIR", "where the go command compiles", "", `[/\\](?:gocheck|go-build)`}
	if tmp.dir == "" {
		tmp.dir = os.TempDir()
	}
	work := tmp
	work.dir, work.beneath = "$WORK", anything
	return []folder{
		{g.cache, "GOCHECKCACHE", "gocheck's cache", ", where all may be deleted", anything},
		{g.vars["GOCACHE"], "GOCACHE", "the go command's cache", " (go clean -cache)", anything},
		{g.vars["GOMODCACHE"], "GOMODCACHE", "where the go command puts modules", "", anything},
		work, tmp,
	}
}

// Obstacle says what hindered the go command, or gocheck, if text does: the
// folder or resource, and what to do about it. Else it returns "".
func (g *Command) Obstacle(text string) string {
	for line := range strings.Lines(text) {
		if positioned.MatchString(line) {
			continue
		}
		lower := strings.ToLower(line)
		says := func(words ...string) bool {
			for _, w := range words {
				if strings.Contains(lower, w) {
					return true
				}
			}
			return false
		}
		in, named := g.written(line)
		what := ""
		switch {
		case says("no space left on device", "disk quota exceeded"):
			what = hindered("no space left in %s, %s: make room there%s, or set %s to another folder", in.dir, in.what, in.empty, in.variable)
		case says("read-only file system", "permission denied") && named:
			what = hindered("%s, %s, cannot be used: it needs other permissions, or %s has to name another folder", in.dir, in.what, in.variable)
		case says("signal: killed", "cannot allocate memory", "out of memory"):
			what = hindered("the go command, or a compiler or linker that it runs, was killed or got no memory: have it do less at a time (GOFLAGS=-p=1), or name fewer packages")
		case says("signal: terminated", "signal: hangup"):
			what = hindered("the go command, or a compiler or linker that it runs, was ended from outside: run gocheck again")
		default:
			continue
		}
		return what + "\n\t" + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n\t")
	}
	return ""
}

// written returns the folder that a line is about. What is copied from one to
// another is named last, and in the same place the name that says more counts.
// Compilers and linkers name none: they write where the go command compiles.
func (g *Command) written(line string) (in folder, named bool) {
	all := g.folders()
	in = all[len(all)-1]
	last, longest := -1, 0
	for _, f := range all {
		if f.dir == "" {
			continue
		}
		name := regexp.MustCompile(`(?:^|[\s:='"])(` + regexp.QuoteMeta(f.dir) + `)` + f.beneath)
		for _, at := range name.FindAllStringSubmatchIndex(line, -1) {
			if at[2] > last || at[2] == last && len(f.dir) > longest {
				in, last, longest = f, at[2], len(f.dir)
			}
		}
	}
	if in.dir == "$WORK" {
		in.dir = all[len(all)-1].dir
	}
	return in, last >= 0
}

// hindered makes a text of what the machine is in the way of.
func hindered(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// Blame makes a *LoadError of an error that is the machine's fault.
func (g *Command) Blame(err error) error {
	var load *LoadError
	if err == nil || errors.As(err, &load) {
		return err
	}
	if text := g.Obstacle(err.Error()); text != "" {
		return &LoadError{text}
	}
	return err
}
