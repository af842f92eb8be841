package sources

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestText(t *testing.T) {
	both(func() {
		if want := read(t, "sources.go"); Text != want || lines != strings.Count(want, "\n") {
			t.Errorf("%d lines: %s", lines, Text)
		}
		if string(Sub) != read(t, "sub/sub.go") {
			t.Errorf("%s", Sub)
		}
	})
}

func TestAll(t *testing.T) {
	both(func() {
		for _, name := range []string{"sources.go", "sources_test.go", "external_test.go", "sub/sub.go"} {
			if b, err := All.ReadFile(name); err != nil || string(b) != read(t, name) {
				t.Errorf("%s: %v, %s", name, err, b)
			}
		}
		if want := []string{"external_test.go", "sources.go", "sources_test.go", "sub"}; !slices.Equal(names, want) {
			t.Errorf("%q, want %q", names, want)
		}
	})
}

// It is as it was in each execution.
func TestChanged(t *testing.T) {
	both(func() {})
	if Sub[0] != '/' {
		t.Error("changed by another execution")
	}
	Sub[0] = 'x'
}
