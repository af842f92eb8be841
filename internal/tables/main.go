package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"time"
)

var (
	out    = flag.String("o", "docs/measured/tables.md", "file to write")
	budget = flag.Duration("budget", 20*time.Second, "time for a cell")
	ofR4   = flag.Bool("r4", false, "the table of R4 instead, in docs/design/conflicts.md")
	only   = flag.String("run", "", "only rows whose name matches, a regular expression")
	total  = flag.Duration("total", 8*time.Minute, "time for all; cells that are not begun by then are left out")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "tables: %v\n", err)
		os.Exit(1)
	}
}

// A section is the tables of one paper.
type section struct {
	title  string
	tables []table
}

// withRows leaves the rows that match, and the tables and sections that have
// any.
func withRows(sections []section, match *regexp.Regexp) []section {
	for i := range sections {
		s := &sections[i]
		for j := range s.tables {
			t := &s.tables[j]
			t.rows = slices.DeleteFunc(t.rows, func(r row) bool { return !match.MatchString(r.name) })
		}
		s.tables = slices.DeleteFunc(s.tables, func(t table) bool { return len(t.rows) == 0 })
	}
	return slices.DeleteFunc(sections, func(s section) bool { return len(s.tables) == 0 })
}

// run makes the tables in the working directory, which is the repository's
// root.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		return fmt.Errorf("making a folder for the command: %w", err)
	}
	defer os.RemoveAll(dir)
	r, err := newRunner(ctx, dir)
	if err != nil {
		return err
	}
	r.budget, r.deadline = *budget, time.Now().Add(*total)
	if *ofR4 {
		rows, err := r4Rows()
		if err != nil {
			return err
		}
		return r4Table(ctx, r, rows, match.MatchString)
	}

	recorded, err := emTables(r.root)
	if err != nil {
		return err
	}
	sections := []section{
		{"Event-DPOR's benchmarks", eventTables()},
		{"Optimal-DPOR's benchmarks, and small programs", optimalTables()},
		{"Recorded traces of event loops", recorded},
	}
	sections = withRows(sections, match)
	var doc bytes.Buffer
	p := &page{w: &doc}
	p.head()
	for _, s := range sections {
		p.section(s.title)
		for i := range s.tables {
			t := &s.tables[i]
			cells, err := r.table(ctx, t)
			if err != nil {
				return err
			}
			p.table(t, cells)
		}
	}
	p.end()
	if err := os.WriteFile(*out, doc.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the tables: %w", err)
	}
	if len(p.wrong) > 0 {
		return errors.Join(p.wrong...)
	}
	return nil
}
