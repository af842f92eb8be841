package main

import (
	"fmt"
	"strings"
)

// page is the document.
func page(results []result) string {
	var b strings.Builder
	b.WriteString(`# Platforms

` + "`go run ./internal/platforms`" + ` writes this page, and tries all that is said to compile. Every commit
compiles for ` + checked(compiled) + `, and looks at the types for ` + checked(types) + ` (` + "`-check`" + `).

| | gocheck and its tests | the examples, rewritten | what is run |
| --- | --- | --- | --- |
`)
	for i := 0; i < len(results); {
		row, names := cells(&results[i]), []string{results[i].name()}
		for i++; i < len(results) && cells(&results[i]) == row; i++ {
			names = append(names, results[i].name())
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(names, ", "), row)
	}
	b.WriteString(`
*gocheck and its tests* have their types checked. *The examples* (` + "`testdata/examples`" + `) are rewritten for the
platform and their test binaries linked.

**macOS and Windows.** Nobody has run it there. On Windows, processes that a test has started are not
ended with it. Reports of what works and what does not are welcome.

**What is run.** *The core* is the tests of ` + "`runtime`, `checker/lang`, `internal/wire`" + ` and
` + "`internal/schedule`" + `, and those of the checker that hold all algorithms to the oracle on small
programs. *The examples* are explored by binaries for the platform. Each test has to come to the
verdict of linux/amd64 by as many executions. Emulation is QEMU's user mode.

On riscv64, plain code that locks a goroutine to its thread (LockOSThread) ends the test binary with
Go's fatal error.

**Tests for another platform.** With GOOS or GOARCH set, gocheck refuses to explore, unless the machine
runs the binaries: 386 on amd64, or by an emulator installed for all programs (Linux's binfmt_misc), or
by a program in PATH named as ` + "`go test`" + ` wants it. This explores for linux/arm64:

    printf '#!/bin/sh\nexec qemu-aarch64-static "$@"\n' >~/bin/go_linux_arm64_exec && chmod +x ~/bin/go_linux_arm64_exec
    GOARCH=arm64 gocheck ./...

` + "`gocheck instrument`" + ` writes rewritten source for every platform.
`)
	return b.String()
}

// checked are the names of the platforms that every commit looks at so closely.
func checked(look looks) string {
	var names []string
	for _, p := range platforms {
		if p.every == look {
			names = append(names, p.name())
		}
	}
	return strings.Join(names, " and ")
}

// cells are those of a platform's row, behind its name.
func cells(r *result) string {
	return strings.Join([]string{compiles(r.sources), compiles(r.examples), r.runs}, " | ")
}

func compiles(err error) string {
	if err != nil {
		return "**no**"
	}
	return "compile"
}
