package main

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// library holds the words of testdata/library, which gocheck is held to by internal/e2e, to
// go test -race: what is wrong (TestBug…) fails in one of some runs, and what is correct (TestOK…)
// in none. The comment of a test of which this is not so says why: "Not by go test -race: …".
func library(ctx context.Context, dir string, match *regexp.Regexp) error {
	folder := filepath.Join("testdata", "library")
	tests, err := words(folder)
	if err != nil {
		return err
	}
	binary := filepath.Join(dir, "library.test")
	if text, err := exec.CommandContext(ctx, "go", "test", "-race", "-vet=off", "-c", "-o", binary, "./"+folder).CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", folder, err, text)
	}
	var errs []error
	looked, unseen := 0, 0
	for _, t := range tests {
		if !match.MatchString(t.name) {
			continue
		}
		looked++
		if t.n, t.count = *runs, 1; t.correct {
			t.n, t.count = 3**twins, *twins
		}
		if err := t.run(ctx, folder, binary, t.name, t.n, t.count); err != nil {
			return err
		}
		as := t.correct == (t.failed == 0)
		switch {
		case !as && t.correct && !t.known:
			errs = append(errs, fmt.Errorf("%s fails: %s", t.name, t.how))
		case !as && !t.known:
			errs = append(errs, fmt.Errorf("%s passes, %d times", t.name, t.tried))
		case as && t.known && t.correct:
			errs = append(errs, fmt.Errorf("%s passes, and its comment says that it does not", t.name))
		}
		if t.known {
			unseen++
		}
	}
	fmt.Printf("%d tests, of which %d have a reason why go test -race says something else\n", looked, unseen)
	return errors.Join(errs...)
}

// A word is a test with what it has to come to.
type word struct {
	half
	name     string // without Test
	correct  bool
	known    bool // its comment says why this is not so natively
	n, count int
}

const reason = "Not by go test -race: "

// words reads the tests of a folder. Those that begin with TestOut are no subject.
func words(folder string) ([]*word, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		return nil, fmt.Errorf("looking for tests: %w", err)
	}
	var all []*word
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading tests: %w", err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("reading tests: %w", err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name, test := strings.CutPrefix(fn.Name.Name, "Test")
			if correct := strings.HasPrefix(name, "OK"); test && (correct || strings.HasPrefix(name, "Bug")) {
				all = append(all, &word{name: name, correct: correct, known: strings.Contains(fn.Doc.Text(), reason)})
			}
		}
	}
	return all, nil
}
