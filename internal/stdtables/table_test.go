package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestTableIsCurrent makes the table anew and compares it, if this is the Go that it was made from.
func TestTableIsCurrent(t *testing.T) {
	longtest.Only(t)
	kept, err := os.ReadFile(filepath.Join("..", "..", "instrument", "internal", "std", "generated.txt"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(kept), "\n")
	if !strings.Contains(first, " "+runtime.Version()+", "+runtime.GOOS+"/"+runtime.GOARCH+".") {
		t.Skipf("%s; this is %s, %s/%s", first, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	}
	prog, err := load()
	if err != nil {
		t.Fatal(err)
	}
	functions := exported(prog.Program, prog.covered)
	if made := analyse(functions).table(functions); !bytes.Equal(made, kept) {
		t.Errorf("instrument/internal/std/generated.txt is stale: make stdtables\n%s", firstDifference(string(made), string(kept)))
	}
	if kept, err = os.ReadFile(filepath.Join("..", "..", "instrument", "internal", "std", "variables.txt")); err != nil {
		t.Fatal(err)
	}
	if made := prog.variables(); !bytes.Equal(made, kept) {
		t.Errorf("instrument/internal/std/variables.txt is stale: make stdtables\n%s", firstDifference(string(made), string(kept)))
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return "made: " + x[i] + "\nkept: " + y[i]
		}
	}
	return "one is longer"
}

// TestWords tries the analysis on functions whose accesses are known.
func TestWords(t *testing.T) {
	kept, err := os.ReadFile(filepath.Join("..", "..", "instrument", "internal", "std", "generated.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[string]bool)
	for line := range strings.Lines(string(kept)) {
		lines[strings.TrimSpace(line)] = true
	}
	for _, want := range []string{
		"encoding/binary.bigEndian.Uint32 . s0:4", "encoding/binary.littleEndian.PutUint64 . S0:8 .", "strconv.AppendInt a . .", "bytes.Join t s",
		"encoding/base64.Encoding.Encode *rencode S s", "flag.FlagSet.SetOutput *woutput .", "net/url.URL.Hostname *rHost", "maps.Copy M m", "io.ReadFull R S",
	} {
		if !lines[want] {
			t.Errorf("the table has no line %q", want)
		}
	}
}
