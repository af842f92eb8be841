package gocmd

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	gocheck "gocheck.dev"
)

// Runner says by which program test binaries are run: none for this machine's own, for
// others the one of which go test knows by its name. The error says that they cannot be,
// before minutes have gone into building them.
func (g *Command) Runner() (string, error) {
	goos, arch, host, hostArch := g.vars["GOOS"], g.vars["GOARCH"], g.vars["GOHOSTOS"], g.vars["GOHOSTARCH"]
	if goos == host && arch == hostArch {
		return "", nil
	}
	name := "go_" + goos + "_" + arch + "_exec"
	if path, err := exec.LookPath(name); err == nil {
		return filepath.Abs(path)
	}
	if goos == host && (arch == "386" && hostArch == "amd64" && goos != "darwin" || goos == "darwin" && arch == "amd64" || translates()) {
		return "", nil // should it not start after all, it is said then
	}
	return "", &LoadError{fmt.Sprintf("GOOS=%s GOARCH=%s: tests for %[1]s/%[2]s do not run on %s/%s, and exploring them is running them\n"+
		"\tunset GOOS and GOARCH (go env -u, if go env -w has set them); or put a program into PATH that is called\n"+
		"\t%s and runs them, as for go test; or have the rewritten source only: gocheck instrument -o DIR", goos, arch, host, hostArch, name)}
}

// SayApart says of a processor for which the runtime has no assembly what follows.
func (g *Command) SayApart(w io.Writer) {
	arch := g.vars["GOARCH"]
	if _, err := fs.Stat(gocheck.ModuleSource, "runtime/internal/innards/getg_"+arch+".s"); err != nil && w != nil {
		fmt.Fprintf(w, "gocheck: note: on %s goroutines are told apart by their numbers, for want of two instructions of assembly: each step takes some 3 µs more, and verdicts are the same\n", arch)
	}
}

// translators is where Linux lists the programs that run binaries of other machines.
const translators = "/proc/sys/fs/binfmt_misc"

// translates reports whether this system runs binaries of some other machine, by an
// emulator that is installed for all programs.
func translates() bool {
	entries, err := os.ReadDir(translators)
	if err != nil {
		return false
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(translators, e.Name()))
		if err == nil && bytes.HasPrefix(data, []byte("enabled\n")) && bytes.Contains(data, []byte("\nmagic 7f454c46")) {
			return true
		}
	}
	return false
}
