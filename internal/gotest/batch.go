package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// programsModule is the module of all programs.
const programsModule = "gotest"

// harness runs a program's main, with what it prints kept in a file: natively the only one,
// under gocheck one for each text that some execution prints. The files are named by their content.
// fd 2 is where the builtin println writes; gocheck's own messages go elsewhere.
const harness = `package harness

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

func Run(name string, main func()) {
	dir := filepath.Join(os.Getenv("GOTEST_OUTPUT"), name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		panic(err)
	}
	f, err := os.CreateTemp(dir, "unfinished")
	if err != nil {
		panic(err)
	}
	defer os.Remove(f.Name())
	stdout, stderr := *os.Stdout, *os.Stderr
	saved, err := syscall.Dup(2)
	if err != nil {
		panic(err)
	}
	syscall.Dup2(int(f.Fd()), 2)
	*os.Stdout, *os.Stderr = *f, *f
	os.Args = os.Args[:1]
	defer func() {
		*os.Stdout, *os.Stderr = stdout, stderr
		syscall.Dup2(saved, 2)
		syscall.Close(saved)
	}()
	main()
	text, err := os.ReadFile(f.Name())
	if err != nil {
		panic(err)
	}
	os.WriteFile(filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256(text))), text, 0o644)
}
`

// A batch is programs that share a test binary.
type batch struct {
	name     string // of its package
	programs []*program
}

// divide makes batches of up to size programs, each named by its first.
func divide(all []*program, size int) []*batch {
	var batches []*batch
	for part := range slices.Chunk(all, size) {
		batches = append(batches, &batch{"b" + part[0].ident(), part})
	}
	return batches
}

// writeModule writes the module without its batches.
func writeModule(module string, programs []*program) error {
	for _, p := range programs {
		if err := p.write(module); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(module, "harness"), 0o755); err != nil {
		return fmt.Errorf("writing the harness: %w", err)
	}
	if err := os.WriteFile(filepath.Join(module, "harness", "harness.go"), []byte(harness), 0o644); err != nil {
		return fmt.Errorf("writing the harness: %w", err)
	}
	text := "module " + programsModule + "\n\ngo 1.26\n"
	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing go.mod: %w", err)
	}
	return nil
}

// write writes the batch's tests.
func (b *batch) write(module string) error {
	var imports, tests strings.Builder
	for _, p := range b.programs {
		fmt.Fprintf(&imports, "\t%q\n", programsModule+"/"+p.ident())
		fmt.Fprintf(&tests, "\nfunc %s(t *testing.T) { harness.Run(%q, %s.GotestMain) }\n", p.test(), p.ident(), p.ident())
	}
	text := fmt.Sprintf("package %s\n\nimport (\n\t\"testing\"\n\n\t\"%s/harness\"\n%s)\n%s", b.name, programsModule, &imports, &tests)
	dir := filepath.Join(module, b.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing a batch: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "batch_test.go"), []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing a batch: %w", err)
	}
	return nil
}

// dropBroken leaves out the programs that do not compile as they are copied.
func dropBroken(ctx context.Context, module string, programs []*program) ([]*program, error) {
	text, err := goCommand(ctx, module, "build", "./...")
	if err == nil {
		return programs, nil
	}
	var kept []*program
	for _, p := range programs {
		if line := about(text, p.ident()); line != "" {
			p.out = "does not compile as a package: " + line
			if err := os.RemoveAll(filepath.Join(module, p.ident())); err != nil {
				return nil, fmt.Errorf("removing %s: %w", p.name, err)
			}
			continue
		}
		kept = append(kept, p)
	}
	if len(kept) == len(programs) {
		return nil, fmt.Errorf("building the programs: %w\n%s", err, text)
	}
	return dropBroken(ctx, module, kept)
}

// about is the first line that the go command says of a package, or nothing.
func about(text, ident string) string {
	heading := "# " + programsModule + "/" + ident
	mine := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, ident+"/") || strings.HasPrefix(line, "package "+programsModule+"/"+ident):
			return line
		case strings.HasPrefix(line, "#"):
			mine = line == heading || strings.HasPrefix(line, heading+"/")
		case mine:
			return line
		}
	}
	return ""
}
