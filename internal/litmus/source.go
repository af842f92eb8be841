package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// A litmus is a program of testdata/litmus, and what has become of it.
type litmus struct {
	file    string // without _test.go
	name    string // of the function
	permits []string
	gocheck []string // outcomes of gocheck's, where they are others
	why     string   // they are others
	slow    bool     // natively: few runs, undisturbed
	noRace  bool     // natively: not under the race detector
	skip    string   // why there are no native runs

	got    checked
	free   []string // outcomes with -time=free, of what rests on durations
	native natively
}

// checked is what gocheck has come to.
type checked struct {
	verdict    string
	exhaustive bool
	executions int64
	wasted     int64 // blocked and redundant ones
	outcomes   []string
}

// wants are the outcomes that gocheck has to come to.
func (l *litmus) wants() []string {
	if l.gocheck != nil {
		return l.gocheck
	}
	return l.permits
}

// readAll reads the litmus of a folder from their source, file by file.
func readAll(dir string) ([]*litmus, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("there is no litmus in %s (%v)", dir, err)
	}
	var all []*litmus
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("reading the litmus: %w", err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Test") || f.Name.Name == "TestMain" {
				continue
			}
			l, err := read(f.Doc.Text())
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, f.Name.Name, err)
			}
			l.file, l.name = strings.TrimSuffix(filepath.Base(path), "_test.go"), f.Name.Name
			all = append(all, l)
		}
	}
	return all, nil
}

// read reads a comment.
func read(doc string) (*litmus, error) {
	l := &litmus{}
	said := false // what the program is
	for part := range strings.SplitSeq(strings.TrimSpace(doc), "\n\n") {
		part = strings.ReplaceAll(part, "\n", " ")
		key, value, _ := strings.Cut(part, ": ")
		switch key {
		case "Outcomes":
			l.permits = outcomes(value)
		case "Gocheck":
			list, why, ok := strings.Cut(value, "; ")
			if !ok {
				return nil, fmt.Errorf("no reason why gocheck's outcomes are %s", value)
			}
			l.gocheck, l.why = outcomes(list), why
		case "Native":
			switch {
			case value == "slow":
				l.slow = true
			case strings.HasPrefix(value, "without -race, "):
				l.noRace = true
			case strings.HasPrefix(value, "no, "):
				l.skip = strings.TrimPrefix(value, "no, ")
			default:
				return nil, fmt.Errorf("what does it mean to run it natively %q", value)
			}
		default:
			said = true
		}
	}
	if !said || len(l.permits) == 0 {
		return nil, fmt.Errorf("the comment has to say what it is, and which outcomes are permitted")
	}
	return l, nil
}

// outcomes are those of a list.
func outcomes(list string) []string {
	var all []string
	for o := range strings.SplitSeq(list, ",") {
		all = append(all, strings.TrimSpace(o))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
