package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/packages"
)

// A platform is a system and a processor.
type platform struct {
	system, processor string
	emulator          string // a program that runs its binaries on linux/amd64; "": the system does, or none
	runs              string // what of it is run, for people
	every             looks  // what is looked at for every commit
}

// looks is how closely a commit's check looks at a platform.
type looks uint8

const (
	not      looks = iota
	types          // at the types of all sources
	compiled       // the examples are compiled besides
)

// nothingRuns is said where no machine was at hand.
const nothingRuns = "nothing: it compiles, and nobody has seen it run"

// Every commit looks at some only: one of each system, one of 32 bits, and one without assembly of
// ours; and it compiles for two, which takes a minute each, nearly all of it in the standard
// library. On linux/amd64 it runs all tests.
var platforms = []platform{
	{"linux", "amd64", "", "all tests, at every commit", not},
	{"linux", "386", "", "the core and the examples (`make 386`), on a processor that runs both", compiled},
	{"linux", "arm64", "qemu-aarch64-static", "the core and the examples (`make arm64`), emulated", not},
	{"linux", "riscv64", "qemu-riscv64-static", "the core and the examples (`make riscv64`), emulated", types},
	{"darwin", "amd64", "", nothingRuns, not},
	{"darwin", "arm64", "", nothingRuns, types},
	{"windows", "amd64", "", nothingRuns, compiled},
	{"windows", "arm64", "", nothingRuns, not},
}

func (p platform) name() string { return p.system + "/" + p.processor }

// A result is whether things compile.
type result struct {
	platform
	sources  error // gocheck, its tests and examples
	examples error // the examples, as they are rewritten
}

// compile checks the types of all sources for the platform, and, if the examples are looked at, has
// them rewritten for it and built. To compile all sources as well takes minutes, nearly all of them
// in the standard library, and would say no more of ours than their types and the examples'
// binaries do.
func (p platform) compile(ctx context.Context, look looks) (r result) {
	r.platform = p
	if r.sources = p.sources(ctx); r.sources != nil {
		return r
	}
	if r.sources = p.goFor(ctx, ".", "vet", innards); r.sources != nil {
		return r
	}
	if look == compiled {
		r.examples = p.rewritten(ctx)
	}
	return r
}

// innards is where assembly is, whose declarations go vet compares with it.
const innards = "./runtime/internal/innards"

// sources checks the types of all packages and their tests, and of what they import.
func (p platform) sources(ctx context.Context) error {
	all, err := packages.Load(&packages.Config{
		Context: ctx,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
		Env:   p.environ(),
		Tests: true,
	}, "./...")
	if err != nil {
		return fmt.Errorf("%s: listing packages: %w", p.name(), err)
	}
	var wrong []error
	packages.Visit(all, nil, func(pkg *packages.Package) {
		for _, err := range pkg.Errors {
			wrong = append(wrong, fmt.Errorf("%s: %w", p.name(), err))
		}
	})
	return errors.Join(wrong...)
}

// examples are what everybody tries first.
const examples = "./testdata/examples/..."

func (p platform) rewritten(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "platforms")
	if err != nil {
		return fmt.Errorf("making a folder for rewritten source: %w", err)
	}
	defer os.RemoveAll(dir)
	command, err := buildCommand(ctx, dir)
	if err != nil {
		return err
	}
	source, tests := filepath.Join(dir, "source"), filepath.Join(dir, "tests")
	if out, err := p.command(ctx, ".", command, "instrument", "-o", source, examples).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: gocheck instrument: %w\n%s", p.name(), err, out)
	}
	return p.goFor(ctx, filepath.Join(source, "gocheck.dev"), "test", "-c", "-vet=off", "-o", tests+string(filepath.Separator), examples)
}

// buildCommand builds gocheck for this machine.
func buildCommand(ctx context.Context, dir string) (string, error) {
	command := filepath.Join(dir, "gocheck")
	return command, host.goFor(ctx, ".", "build", "-o", command, "./cmd/gocheck")
}
