package portable

import (
	"cmp"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/wire"
)

// GoPlaces are the module cache and the standard library, as the go command
// says; asked for only when there is a failure to save.
var GoPlaces = sync.OnceValues(AskGo)

// AskGo asks the go command.
func AskGo() (modCache, root string) {
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

// Places replaces the folders of this machine in texts.
func Places(b *instrument.Binary) *strings.Replacer {
	modCache, root := GoPlaces()
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

// Schedule is a copy of a schedule in which no path depends on the machine.
func Schedule(s *wire.Schedule, b *instrument.Binary) *wire.Schedule {
	replace := Places(b).Replace
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
		st.Pos, st.From, st.Created = replace(st.Pos), replace(st.From), replace(st.Created)
		for _, accesses := range []*[]wire.Access{&st.Racing, &st.Waits, &st.Held} {
			*accesses = slices.Clone(*accesses)
			for j := range *accesses {
				a := &(*accesses)[j]
				a.Pos, a.From = replace(a.Pos), replace(a.From)
			}
		}
		for j := range st.Held {
			st.Held[j].Object = replace(st.Held[j].Object)
		}
		all[i] = st
	}
	return all
}
