package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/verdicts"
)

var (
	out     = flag.String("o", "docs/measured/gotest.md", "file to write; empty: none, what differs is printed only")
	root    = flag.String("dir", "", "Go's test directory; by default that of the installed Go")
	only    = flag.String("run", "", "only programs and packages whose name matches, a regular expression")
	sample  = flag.Int("sample", 1, "of so many programs and packages only one, always the same")
	budget  = flag.Duration("budget", 3*time.Second, "time for a test")
	size    = flag.Int("batch", 40, "programs in a test binary")
	scratch = flag.String("scratch", "", "folder for copies and results, which is kept: what has a result there is not run again; by default a temporary one")
	part    = flag.String("only", "", "programs or packages: run only these; none: nothing. What has a result in -scratch is on the page all the same")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "gotest: %v\n", err)
		os.Exit(1)
	}
}

// run compares in the working directory, which is the repository's root.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if *sample < 1 {
		return fmt.Errorf("-sample %d: want 1 for all, or more", *sample)
	}
	if *part != "" && *part != "programs" && *part != "packages" && *part != "none" {
		return fmt.Errorf("-only %s: want programs, packages or none", *part)
	}
	dir := *scratch
	if dir == "" {
		if dir, err = os.MkdirTemp("", "gotest"); err != nil {
			return fmt.Errorf("making a folder for the copies: %w", err)
		}
		defer os.RemoveAll(dir)
	} else if dir, err = filepath.Abs(dir); err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return fmt.Errorf("-scratch: %w", err)
	}
	p, err := compare(ctx, dir, func(name string) bool { return match.MatchString(name) && oneOf(name, *sample) })
	if err != nil {
		return err
	}
	var doc bytes.Buffer
	wrong := p.write(&doc, *only == "" && *sample == 1 && *part == "")
	if *out != "" {
		if err := os.WriteFile(*out, doc.Bytes(), 0o644); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	return errors.Join(wrong...)
}

// oneOf selects one of n names, always the same ones.
func oneOf(name string, n int) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%uint32(n) == 0
}

// compare compares the programs and packages that are selected. dir is for what it writes.
func compare(ctx context.Context, dir string, selected func(name string) bool) (*page, error) {
	if *root == "" {
		text, err := goCommand(ctx, ".", "env", "GOROOT")
		if err != nil {
			return nil, fmt.Errorf("%w\n%s", err, text)
		}
		*root = filepath.Join(strings.TrimSpace(text), "test")
	}
	if _, err := os.Stat(*root); err != nil {
		return nil, fmt.Errorf("looking for Go's test directory, which -dir may name: %w", err)
	}
	gocheck, err := verdicts.Build(ctx, dir)
	if err != nil {
		return nil, err
	}
	p := &page{}
	r := &runner{gocheck: gocheck, budget: *budget, scratch: dir, module: filepath.Join(dir, "programs")}
	if err := r.programs(ctx, p, selected); err != nil {
		return nil, err
	}
	if err := r.packages(ctx, p, selected); err != nil {
		return nil, err
	}
	return p, nil
}

// programs compares Go's programs.
func (r *runner) programs(ctx context.Context, p *page, selected func(string) bool) error {
	all, err := findPrograms(*root)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(p *program) bool { return !selected(p.name) })
	var kept []*program
	for _, p := range all {
		if p.out == "" {
			kept = append(kept, p)
		}
	}
	if len(kept) > 0 {
		if err := writeModule(r.module, kept); err != nil {
			return err
		}
		if kept, err = dropBroken(ctx, r.module, kept); err != nil {
			return err
		}
	}
	var fresh []*program
	for _, program := range kept {
		var c *comparison
		switch found, err := r.load(program.ident(), &c); {
		case err != nil:
			return err
		case found:
			p.programs = append(p.programs, c)
		case *part == "" || *part == "programs":
			fresh = append(fresh, program)
		}
	}
	for _, b := range divide(fresh, *size) {
		start := time.Now()
		compared, err := r.batch(ctx, b)
		if err != nil {
			return fmt.Errorf("programs of %s: %w", b.name, err)
		}
		for i, c := range compared {
			if err := r.save(b.programs[i].ident(), c); err != nil {
				return err
			}
		}
		p.programs = append(p.programs, compared...)
		say(b.name, compared, time.Since(start))
	}
	slices.SortFunc(p.programs, func(a, b *comparison) int { return strings.Compare(a.Name, b.Name) })
	for _, program := range all {
		if program.out != "" {
			p.left = append(p.left, left{program.name, program.out})
		}
	}
	return nil
}

// say tells how far it is, and what differs, while it runs.
func say(name string, compared []*comparison, d time.Duration) {
	n := count(compared)
	fmt.Fprintf(os.Stderr, "%s: %d, the same %d, failing %d, incomplete %d, races %d, unsupported %d, different %d; %.0f s\n",
		name, len(compared), n[same], n[failing], n[within], n[racy], n[unsupported], n[differs], d.Seconds())
	for _, c := range compared {
		if class, how := c.class(); class == differs {
			fmt.Fprintf(os.Stderr, "\t%s: %s\n", c.Name, how)
		}
	}
}

// count counts by class.
func count(compared []*comparison) (n [classes]int) {
	for _, c := range compared {
		class, _ := c.class()
		n[class]++
	}
	return n
}
