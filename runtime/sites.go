package runtime

import (
	"sort"
	"strings"

	"gocheck.dev/checker"
)

// Site is a position in rewritten source: an index into the tables of all
// registered packages. 0 is nowhere, so a Site is a checker.Pos as it is.
type Site uint32

// Unused marks the site of an operation whose result the program does not look
// at. Operations to which it makes no difference are called without it.
const Unused Site = 1 << 31

// siteTable holds the sites of one package: base, base+1, …
type siteTable struct {
	base  Site
	path  string // of the package
	text  string
	lines []string // split when first needed: most executions never ask
}

// RegisterSites registers the sites of a package: a line each, with position,
// enclosing function, source text of the object, and a mark of the rewriter's, if
// any, separated by tabs. It returns the number of the first.
func RegisterSites(importPath, table string) Site {
	table = strings.TrimSuffix(table, "\n")
	base := process.nextSite
	process.sites = append(process.sites, &siteTable{base: base, path: importPath, text: table})
	process.nextSite += Site(strings.Count(table, "\n") + 1)
	return base
}

// table is the table that s is in.
func (s Site) table() *siteTable {
	return process.sites[sort.Search(len(process.sites), func(i int) bool { return process.sites[i].base > s })-1]
}

// fields returns what is registered for s.
func (s Site) fields() (position, function, object, mark string) {
	if s == 0 || s >= process.nextSite {
		return "", "", "", ""
	}
	t := s.table()
	if t.lines == nil {
		t.lines = strings.Split(t.text, "\n")
	}
	f := strings.SplitN(t.lines[s-t.base], "\t", 4)
	for len(f) < 4 {
		f = append(f, "")
	}
	return f[0], f[1], f[2], f[3]
}

// Position is the site's file:line:col.
func (s Site) Position() string { p, _, _, _ := s.fields(); return p }

// function is the full name of the enclosing function.
func (s Site) function() string {
	_, f, _, _ := s.fields()
	if _, name, ok := strings.Cut(f, "."); ok {
		return s.table().path + "." + name
	}
	return f
}

// object is the source text of the object that the site's operation is on.
func (s Site) object() string { _, _, o, _ := s.fields(); return o }

// mark is what the rewriter knows of the operation's place in the program.
func (s Site) mark() string { _, _, _, m := s.fields(); return m }

// loop says whether a round of an event loop begins at the site.
func (s Site) loop() bool { return s.mark() == "loop" }

// starts says of a go statement whether a function literal of the rewriter's calls the
// function that it names, and the name, if it has one.
func (s Site) starts() (wrapped bool, name string) {
	name, wrapped = strings.CutPrefix(s.mark(), "go")
	return wrapped, strings.TrimPrefix(name, " ")
}

// Line is the site's position without the column: texts name places so.
func (s Site) Line() string {
	p := s.Position()
	if i := strings.LastIndexByte(p, ':'); i >= 0 && strings.IndexByte(p[:i], ':') >= 0 {
		return p[:i]
	}
	return p
}

// Position renders a position as file:line:col.
func (x *Execution) Position(p checker.Pos) string { return Site(p).Position() }

// pos is the site as the checker refers to it.
func (s Site) pos() checker.Pos { return checker.Pos(s) }
