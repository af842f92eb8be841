package golist

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/gocmd"
)

// A Scope says which of the packages outside the standard library are
// rewritten: those of Config.Instrument. The packages that are named to be
// explored always are, since the tests are in them.
type Scope struct {
	Text  string // the patterns, none of them relative to a directory
	rules []rule // of those that match, the last one decides
}

type rule struct {
	given   string // as the user wrote it
	exclude bool
	match   func(importPath string) bool
}

// ParseScope reads a list of patterns, once it is known which packages there
// are. Relative ones become import paths: dir is where they begin.
func ParseScope(list, dir string, all []*Package) (*Scope, error) {
	s := &Scope{}
	if list == "" {
		return s, nil
	}
	var texts []string
	for _, given := range strings.Split(list, ",") {
		pattern, exclude := strings.CutPrefix(strings.TrimSpace(given), "-")
		if pattern == "" {
			return nil, &gocmd.LoadError{Text: fmt.Sprintf("-instrument %s: an empty pattern; like: -instrument ./...,example.com/dep/...", list)}
		}
		if len(texts) == 0 && exclude {
			texts = append(texts, "all")
			s.rules = append(s.rules, rule{"all", false, func(string) bool { return true }})
		}
		absolute, err := absolutePatterns(pattern, dir, all)
		if err != nil {
			return nil, err
		}
		for _, p := range absolute {
			s.rules = append(s.rules, rule{given, exclude, matcher(p)})
			if exclude {
				p = "-" + p
			}
			texts = append(texts, p)
		}
	}
	s.Text = strings.Join(texts, ",")
	return s, nil
}

// absolutePatterns makes import path patterns of one that begins in dir. In a
// workspace it may reach into several modules.
func absolutePatterns(pattern, dir string, all []*Package) ([]string, error) {
	local := filepath.ToSlash(pattern)
	if !filepath.IsAbs(pattern) && local != "." && local != ".." && !strings.HasPrefix(local, "./") && !strings.HasPrefix(local, "../") {
		return []string{pattern}, nil
	}
	place, rest := local, ""
	if i := strings.Index(local, "..."); i >= 0 {
		// "./a/b..." begins in a.
		i = strings.LastIndexByte(local[:i], '/') + 1
		place, rest = local[:i], local[i:]
	}
	place = filepath.FromSlash(place)
	if !filepath.IsAbs(place) {
		place = filepath.Join(dir, place)
	}
	place = filepath.Clean(place)
	roots := make(map[string]string) // main modules: path → directory
	for _, p := range all {
		if m := p.Module; m != nil && m.Main {
			roots[m.Path] = m.Dir
		}
	}
	// The innermost main module around the place, else those below it.
	var around string
	var below []string
	for m, root := range roots {
		switch {
		case Within(place, root):
			if around == "" || len(root) > len(roots[around]) {
				around = m
			}
		case rest == "..." && Within(root, place):
			below = append(below, m+"/...")
		}
	}
	if around != "" {
		rel, err := filepath.Rel(roots[around], place)
		if err != nil {
			return nil, fmt.Errorf("finding -instrument %s: %w", pattern, err)
		}
		return []string{path.Join(around, filepath.ToSlash(rel), rest)}, nil
	}
	if len(below) == 0 {
		return nil, &gocmd.LoadError{Text: fmt.Sprintf("-instrument %s: %s is outside of the modules that are worked on", pattern, place)}
	}
	slices.Sort(below)
	return below, nil
}

// matcher makes of an import path pattern what it matches, as the go command
// understands it: "..." stands for anything, and "x/..." matches x too.
func matcher(pattern string) func(string) bool {
	if pattern == "all" {
		pattern = "..."
	}
	if !strings.Contains(pattern, "...") {
		return func(p string) bool { return p == pattern }
	}
	text := regexp.QuoteMeta(pattern)
	if stem, ok := strings.CutSuffix(text, `/\.\.\.`); ok {
		text = stem + `(/\.\.\.)?`
	}
	return regexp.MustCompile(`^` + strings.ReplaceAll(text, `\.\.\.`, `.*`) + `$`).MatchString
}

// has reports whether packages with an import path are rewritten.
func (s *Scope) has(importPath string) bool {
	in := len(s.rules) == 0
	for _, r := range s.rules {
		if r.match(importPath) {
			in = !r.exclude
		}
	}
	return in
}

// Narrow marks the packages of the graph that are left plain, and returns
// warnings about patterns that do not do what they look like.
func (s *Scope) Narrow(gr *Graph) (warnings []string) {
	explored := make(map[string]bool)
	for _, p := range gr.Roots {
		explored[p.ImportPath] = true
	}
	tested := func(p *Package) bool { return explored[p.Path()] || p.External() && explored[p.ForTest] }
	for _, p := range gr.Order {
		if !p.Standard && !p.generated && !tested(p) {
			p.Plain = !s.has(p.Path())
		}
	}
	seen := make(map[string]bool)
	for _, r := range s.rules {
		if seen[r.given] {
			continue
		}
		seen[r.given] = true
		found, standard := false, false
		for _, p := range gr.Order {
			if p.generated || !s.given(r.given, p.Path()) {
				continue
			}
			found = found || !p.Standard
			standard = standard || p.Standard
			if r.exclude && explored[p.ImportPath] && !strings.Contains(r.given, "...") && !s.has(p.Path()) {
				warnings = append(warnings, fmt.Sprintf("-instrument %s: %s is rewritten all the same, since its tests are to be explored", r.given, p.ImportPath))
			}
		}
		switch {
		case !found && standard:
			warnings = append(warnings, fmt.Sprintf("-instrument %s: the standard library is never rewritten", r.given))
		case !found:
			warnings = append(warnings, fmt.Sprintf("no packages being tested depend on matches for -instrument pattern %s", r.given))
		}
	}
	return warnings
}

// given reports whether a pattern of the user's matches.
func (s *Scope) given(pattern, importPath string) bool {
	return slices.ContainsFunc(s.rules, func(r rule) bool { return r.given == pattern && r.match(importPath) })
}

// Within reports whether path is dir or below it.
func Within(path, dir string) bool {
	return dir != "" && (path == dir || strings.HasPrefix(path, dir+string(filepath.Separator)))
}
