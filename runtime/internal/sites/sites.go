package sites

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

// The tables of this process, in the order of their sites.
var (
	tables []*table
	next   Site = 1
)

// table holds the sites of one package: base, base+1, …
type table struct {
	base  Site
	path  string // of the package
	text  string
	lines []string // split when first needed: most executions never ask
}

// Register registers the sites of a package: a line each, with position,
// enclosing function, source text of the object, and a mark of the rewriter's, if
// any, separated by tabs. It returns the number of the first.
func Register(importPath, text string) Site {
	text = strings.TrimSuffix(text, "\n")
	base := next
	tables = append(tables, &table{base: base, path: importPath, text: text})
	next += Site(strings.Count(text, "\n") + 1)
	return base
}

// in is the table that s is in.
func (s Site) in() *table {
	return tables[sort.Search(len(tables), func(i int) bool { return tables[i].base > s })-1]
}

// Fields returns what is registered for s.
func (s Site) Fields() (position, function, object, mark string) {
	if s == 0 || s >= next {
		return "", "", "", ""
	}
	t := s.in()
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
func (s Site) Position() string { p, _, _, _ := s.Fields(); return p }

// Function is the full name of the enclosing function.
func (s Site) Function() string {
	_, f, _, _ := s.Fields()
	if _, name, ok := strings.Cut(f, "."); ok {
		return s.in().path + "." + name
	}
	return f
}

// Object is the source text of the object that the site's operation is on.
func (s Site) Object() string { _, _, o, _ := s.Fields(); return o }

// Mark is what the rewriter knows of the operation's place in the program.
func (s Site) Mark() string { _, _, _, m := s.Fields(); return m }

// Loop says whether a round of an event loop begins at the site.
func (s Site) Loop() bool { return s.Mark() == "loop" }

// Starts says of a go statement whether a function literal of the rewriter's calls the
// function that it names, and the name, if it has one.
func (s Site) Starts() (wrapped bool, name string) {
	name, wrapped = strings.CutPrefix(s.Mark(), "go")
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

// Pos is the site as the checker refers to it.
func (s Site) Pos() checker.Pos { return checker.Pos(s) }

// A Property is a call of gocheck.Always and its like.
type Property struct{ Kind, Name, Pos string }

// Properties are those whose calls stand in the test function that is declared at s, or in function
// literals of it: their sites have a mark, with the kind and the name.
func (s Site) Properties() (all []Property) {
	at, test, _, _ := s.Fields()
	const mark = "\tproperty "
	file := fileOf(at)
	for _, t := range tables {
		if !strings.Contains(t.text, mark) {
			continue
		}
		for line := range strings.SplitSeq(t.text, "\n") {
			site, property, ok := strings.Cut(line, mark)
			if !ok {
				continue
			}
			f := strings.SplitN(site, "\t", 3)
			_, function, _ := strings.Cut(f[1], ".")
			kind, name, _ := strings.Cut(property, " ")
			if fileOf(f[0]) == file && (function == test || strings.HasPrefix(function, test+".")) {
				all = append(all, Property{Kind: kind, Name: name, Pos: f[0]})
			}
		}
	}
	return all
}

// fileOf is the file of a position.
func fileOf(at string) string {
	for range 2 {
		at = at[:max(strings.LastIndexByte(at, ':'), 0)]
	}
	return at
}
