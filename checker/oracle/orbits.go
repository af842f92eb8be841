package oracle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// Orbits says which traces are one but for the names of tasks that are alike: it maps the key of
// each trace to that of one like it. apart names the first of each group of tasks that were created
// as if alike, and are not. An error says that others are not, either.
//
// Two tasks that are neighbours in a group are exchanged in an execution: all of the group are
// created at once, and then each does what the other did. That has to be an execution, too.
func (r *Result) Orbits(apart []string) (map[string]string, error) {
	no := map[string]bool{}
	for _, name := range apart {
		no[name] = true
	}
	like := map[string]string{}
	var root func(k string) string
	root = func(k string) string {
		if p, ok := like[k]; ok && p != k {
			return root(p)
		}
		return k
	}
	for key, ds := range r.Traces {
		groups, err := r.groups(ds, no)
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			if same, err := r.follow(r.exchange(ds, g, g.members[0], g.members[0])); err != nil || same != key {
				return nil, fmt.Errorf("%s and those after it are not created at once in %s: %w", g.members[0], lang.Schedule(r.p, ds), err)
			}
			for i := range g.members[1:] {
				renamed := r.exchange(ds, g, g.members[i], g.members[i+1])
				other, err := r.follow(renamed)
				if err != nil {
					return nil, fmt.Errorf("%s and %s are not alike in %s: %w", g.members[i], g.members[i+1], lang.Schedule(r.p, ds), err)
				}
				if a, b := root(key), root(other); a != b {
					like[a] = b
				}
			}
		}
	}
	of := map[string]string{}
	for key := range r.Traces {
		of[key] = root(key)
	}
	return of, nil
}

// siblings are tasks that were created as if alike.
type siblings struct {
	members  []string
	creator  checker.Task
	from, to int // the decisions that created the first and the last one
}

// groups are those of an execution. no has the first ones of groups that are none, under one of the
// names that these may have.
func (r *Result) groups(ds []checker.Decision, no map[string]bool) ([]siblings, error) {
	m := lang.NewMachine(r.p)
	var all []siblings
	newest := map[checker.Task]int{} // by creator: index into all, and 1
	class := map[string]string{}     // of a task: its name, if of each group there were only the first
	for i, d := range ds {
		ev := m.Step(d)
		if ev.Child == checker.NoTask {
			continue
		}
		name, creator := r.p.TaskName(ev.Child), r.p.TaskName(ev.Task)
		n := newest[ev.Task]
		if ev.Op.Alike && n > 0 && !no[class[all[n-1].members[0]]] {
			g := &all[n-1]
			g.members, g.to = append(g.members, name), i
			class[name] = class[g.members[0]]
			continue
		}
		by := creator
		if c, ok := class[creator]; ok {
			by = c
		}
		class[name] = by + name[strings.LastIndexByte(name, '/'):]
		if !ev.Op.Alike || n == 0 {
			all = append(all, siblings{members: []string{name}, creator: ev.Task, from: i, to: i})
			newest[ev.Task] = len(all)
		}
	}
	return slices.DeleteFunc(all, func(g siblings) bool { return len(g.members) < 2 }), nil
}

// exchange is an execution in which all of the group are created at once, and a and b have
// exchanged their names.
func (r *Result) exchange(ds []checker.Decision, g siblings, a, b string) []checker.Decision {
	swap := func(t checker.Task) checker.Task {
		if t == checker.NoTask {
			return t
		}
		name := r.p.TaskName(t)
		for _, pair := range [][2]string{{a, b}, {b, a}} {
			if rest, ok := strings.CutPrefix(name, pair[0]); ok && (rest == "" || rest[0] == '/') {
				return r.p.TaskNamed(pair[1] + rest)
			}
		}
		return t
	}
	var block, rest []checker.Decision
	for i, d := range ds {
		switch {
		case i >= g.from && i <= g.to && d.Task == g.creator:
			block = append(block, d)
		case i > g.from:
			d.Task, d.Partner = swap(d.Task), swap(d.Partner)
			rest = append(rest, d)
		}
	}
	return slices.Concat(ds[:g.from], block, rest)
}

// follow is the key of the trace of an execution that the decisions must be.
func (r *Result) follow(ds []checker.Decision) (string, error) {
	m, t := lang.NewMachine(r.p), r.empty
	for i, d := range ds {
		if !slices.Contains(m.Tasks(), d.Task) || !slices.Contains(m.Decisions(d.Task, nil), d) {
			return "", fmt.Errorf("step %s of the exchanged execution is not enabled: %s", strconv.Itoa(i+1), lang.Schedule(r.p, ds))
		}
		t = t.Extend(m, m.Step(d))
	}
	if m.Enabled() || r.Traces[t.Key()] == nil {
		return "", fmt.Errorf("the exchanged execution is no maximal one: %s", lang.Schedule(r.p, ds))
	}
	return t.Key(), nil
}
