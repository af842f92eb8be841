package cli

import (
	"cmp"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/wire"
)

// Positions come from test binaries as absolute files. On the screen they are
// relative to where the user is; in saved schedules, which travel with the
// source, to the package and to the places that every machine has elsewhere.

// shortener makes paths in texts relative to dir: those beneath it, and those
// of the package, its module and others that are worked on when the way there is
// shorter.
func shortener(dir string, b *instrument.Binary) func(string) string {
	var pairs []string
	for _, root := range append([]string{dir, b.Dir, b.ModuleDir}, slices.Sorted(maps.Values(b.Local))...) {
		if root == "" || root == "/" {
			continue
		}
		rel, err := filepath.Rel(dir, root)
		if err != nil || len(rel) > len(root) {
			continue
		}
		to := rel + string(filepath.Separator)
		if rel == "." {
			to = ""
		}
		pairs = append(pairs, root+string(filepath.Separator), to)
	}
	return strings.NewReplacer(pairs...).Replace
}

// relative is a path as the user would type it in dir.
func relative(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}

// goPlaces are the module cache and the standard library, as the go command
// says; asked for only when there is a failure to save.
var goPlaces = sync.OnceValues(askGo)

func askGo() (modCache, root string) {
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOROOT").Output()
	if err != nil {
		return "", ""
	}
	modCache, root, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(modCache), strings.TrimSpace(root)
}

// Between these stands the path of another module that is worked on, one of a
// workspace or one that is replaced by a folder, where its folder is meant.
const (
	moduleOpen  = "$MODULE("
	moduleClose = ")/"
)

// portablePlaces replaces the folders of this machine in texts.
func portablePlaces(b *instrument.Binary) *strings.Replacer {
	modCache, root := goPlaces()
	type place struct{ dir, to string }
	all := []place{{b.Dir, ""}, {modCache, "$GOMODCACHE/"}, {root, "$GOROOT/"}, {b.ModuleDir, "$MODULE/"}}
	for _, path := range slices.Sorted(maps.Keys(b.Local)) {
		all = append(all, place{b.Local[path], moduleOpen + path + moduleClose})
	}
	// A module may be within another one: the deepest folder is meant, and what is
	// below the package is named from there all the same.
	slices.SortStableFunc(all[1:], func(p, q place) int { return cmp.Compare(len(q.dir), len(p.dir)) })
	var pairs []string
	for _, p := range all {
		if p.dir != "" {
			pairs = append(pairs, p.dir+string(filepath.Separator), p.to)
		}
	}
	return strings.NewReplacer(pairs...)
}

// portable is a copy of a schedule in which no path depends on the machine.
func portable(s *wire.Schedule, b *instrument.Binary) *wire.Schedule {
	replace := portablePlaces(b).Replace
	c := *s
	if s.Failure != nil {
		f := *s.Failure
		f.Message, f.Pos = replace(f.Message), replace(f.Pos)
		f.Details = nil
		for _, d := range s.Failure.Details {
			f.Details = append(f.Details, replace(d))
		}
		c.Failure = &f
	}
	c.Steps = portableSteps(s.Steps, replace)
	if s.Passing != nil {
		p := *s.Passing
		p.Steps = portableSteps(p.Steps, replace)
		c.Passing = &p
	}
	return &c
}

func portableSteps(steps []wire.Step, replace func(string) string) []wire.Step {
	all := make([]wire.Step, len(steps))
	for i, st := range steps {
		st.Pos, st.Created = replace(st.Pos), replace(st.Created)
		for _, accesses := range []*[]wire.Access{&st.Racing, &st.Waits, &st.Held} {
			*accesses = slices.Clone(*accesses)
			for j := range *accesses {
				(*accesses)[j].Pos = replace((*accesses)[j].Pos)
			}
		}
		for j := range st.Held {
			st.Held[j].Object = replace(st.Held[j].Object)
		}
		all[i] = st
	}
	return all
}

// inFolder is a position with the whole path of its file, if that is in the folder. What a test
// has logged names the file only.
func inFolder(dir, pos string) string {
	file, rest, ok := strings.Cut(pos, ".go:")
	path := filepath.Join(dir, file+".go")
	if _, err := os.Stat(path); !ok || filepath.Base(file) != file || err != nil {
		return pos
	}
	return path + ":" + rest
}
