package main

import (
	"slices"
	"strings"
	"testing"
)

// TestRest: the tests that see the switch, in whatever way, are named, and only they.
func TestRest(t *testing.T) {
	args, err := rest("testdata", "./ways", "./none")
	want := []string{
		"-run=^(TestDirect|TestFlag|TestHelper|TestImported|TestInstance|TestInterface|TestMethod)$",
		"gocheck.dev/internal/longtest/rest/testdata/ways",
	}
	if err != nil || !slices.Equal(args, want) {
		t.Errorf("%q, %v\nwant %q", args, err, want)
	}
}

// TestRestOfAll: what is set up for all tests concerns all of them.
func TestRestOfAll(t *testing.T) {
	args, err := rest("testdata", "./all")
	if err != nil || args[0] != "-run=^(TestPlain)$" {
		t.Errorf("%q, %v", args, err)
	}
}

// TestRestOfNone: no names at all would run everything.
func TestRestOfNone(t *testing.T) {
	if args, err := rest("testdata", "./none"); err == nil || !strings.Contains(err.Error(), "./none") {
		t.Errorf("%q, %v", args, err)
	}
}
