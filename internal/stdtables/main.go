package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

var (
	out  = flag.String("o", "instrument/internal/std", "folder to write generated.txt and variables.txt to")
	show = flag.String("show", "", "print what is known of functions whose name matches, a regular expression, instead")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "stdtables: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	match, err := regexp.Compile(*show)
	if err != nil {
		return fmt.Errorf("-show: %w", err)
	}
	prog, err := load()
	if err != nil {
		return err
	}
	functions := exported(prog.Program, prog.covered)
	a := analyse(functions)
	if *show != "" {
		a.print(os.Stdout, match)
		return nil
	}
	if err := os.WriteFile(filepath.Join(*out, "generated.txt"), a.table(functions), 0o644); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	if err := os.WriteFile(filepath.Join(*out, "variables.txt"), prog.variables(), 0o644); err != nil {
		return fmt.Errorf("writing the table of variables: %w", err)
	}
	return nil
}

// covered says for which packages of the standard library there is a table. The others are under
// control, out of it (net, os/exec), or work on syntax trees and object files that a program makes
// for itself.
func covered(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "internal", "vendor", "go", "debug", "net", "os", "runtime", "log", "testing", "sync", "plugin", "syscall", "context", "unsafe",
		"reflect", "iter", "cmd", "database", "embed", "fmt", "errors", "structs", "unique", "weak", "expvar":
		return path == "net/url" || path == "net/textproto" || path == "net/mail" || path == "net/netip"
	}
	switch path {
	case "crypto/tls", "crypto/x509", "encoding/json", "encoding/gob", "encoding/xml", "encoding/asn1", "text/template", "html/template", "math/rand", "math/rand/v2",
		"crypto/x509/pkix", "crypto/fips140", "time/tzdata":
		return path == "math/rand" || path == "math/rand/v2"
	}
	return !strings.Contains(path, "/internal/") && !strings.HasSuffix(path, "/internal")
}

// A program is the packages that can be imported, and what they import.
type program struct {
	*ssa.Program
	packages, covered []*ssa.Package
}

func load() (*program, error) {
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName}, "std")
	if err != nil {
		return nil, fmt.Errorf("listing the standard library: %w", err)
	}
	var paths []string
	for _, p := range all {
		if importable(p.PkgPath) {
			paths = append(paths, p.PkgPath)
		}
	}
	slices.Sort(paths)
	if all, err = packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, paths...); err != nil {
		return nil, fmt.Errorf("loading the standard library: %w", err)
	}
	if packages.PrintErrors(all) > 0 {
		return nil, fmt.Errorf("the standard library has errors")
	}
	prog, list := ssautil.AllPackages(all, 0)
	prog.Build()
	return &program{prog, list, slices.DeleteFunc(slices.Clone(list), func(p *ssa.Package) bool { return !covered(p.Pkg.Path()) })}, nil
}

// variables is the table of them.
func (p *program) variables() []byte {
	functions := exported(p.Program, p.packages)
	return read(functions).table(functions)
}

// exported lists what can be called from elsewhere, in order.
func exported(p *ssa.Program, packages []*ssa.Package) (list []*ssa.Function) {
	for _, pkg := range packages {
		held := make(map[types.Type]bool) // types of exported variables
		for _, m := range pkg.Members {
			if g, ok := m.(*ssa.Global); ok && m.Object() != nil && m.Object().Exported() {
				held[g.Type().(*types.Pointer).Elem()] = true
			}
		}
		for _, m := range pkg.Members {
			switch m := m.(type) {
			case *ssa.Function:
				if m.Object() != nil && m.Object().Exported() && m.Signature.Recv() == nil {
					list = append(list, m)
				}
			case *ssa.Type:
				n, ok := types.Unalias(m.Type()).(*types.Named)
				if !ok || types.IsInterface(n) || !m.Object().Exported() && !held[n] {
					continue
				}
				for f := range n.Methods() {
					if f := p.FuncValue(f); f != nil && f.Object().Exported() {
						list = append(list, f)
					}
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b *ssa.Function) int { return strings.Compare(key(a), key(b)) })
	return list
}

// table is the whole table.
func (a *analysis) table(functions []*ssa.Function) []byte {
	synchronised := make(map[*types.Named]bool)
	for _, f := range functions {
		if recv := f.Signature.Recv(); recv != nil && a.summaries[f] != nil {
			for e := range a.summaries[f].effects {
				if n := named(recv.Type()); n != nil && e.kind == locks && e.root == 0 {
					synchronised[n.Origin()] = true
				}
			}
		}
	}
	classes := a.classes(functions)
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Made by internal/stdtables from the standard library of %s, %s/%s. DO NOT EDIT.\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, f := range functions {
		if line := a.line(f, synchronised, classes); line != "" {
			fmt.Fprintln(&b, line)
		}
	}
	fmt.Fprint(&b, "#\n# What some functions do with what they are given is not known as far as these are called:\n")
	for _, f := range functions {
		if names := a.unclear(f); len(names) > 0 {
			fmt.Fprintf(&b, "# %s: %s\n", key(f), strings.Join(names, " "))
		}
	}
	return b.Bytes()
}

// unclear lists the functions that f hands what it is given to, of which it is not known what they
// do with it.
func (a *analysis) unclear(f *ssa.Function) []string {
	names := make(map[string]bool)
	if s := a.summaries[origin(f)]; s != nil {
		for e := range s.effects {
			if e.kind == unclear {
				names[e.name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// print shows summaries.
func (a *analysis) print(w *os.File, match *regexp.Regexp) {
	for f, s := range a.summaries {
		if !match.MatchString(f.String()) {
			continue
		}
		fmt.Fprintln(w, f)
		for _, e := range s.sorted() {
			must := ""
			if s.effects[e] {
				must = " always"
			}
			fmt.Fprintf(w, "\t%d%s %c %s%s\n", e.root, e.path, e.kind, e.name, must)
		}
		for i, r := range s.results {
			fmt.Fprintln(w, "\tresult", i, r)
		}
	}
}
