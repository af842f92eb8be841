package verdicts

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestRaces: a test whose map is used by two has a race, though Go ends the process before the
// race detector says so. The tests after it are run all the same.
func TestRaces(t *testing.T) {
	longtest.Only(t) // it builds with -race
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/x\n\ngo 1.26\n",
		"x_test.go": `package x

import (
	"os"
	"testing"
)

func TestMap(t *testing.T) {
	os.Stderr.WriteString("fatal error: concurrent map read and map write\n")
	os.Exit(2)
}

func TestRacy(t *testing.T) {
	n, done := 0, make(chan bool)
	go func() { n++; close(done) }()
	n++
	<-done
}

func TestQuiet(t *testing.T) {}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	found, err := Races(t.Context(), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, []string{"TestMap", "TestRacy"}) {
		t.Errorf("races in %q", got)
	}
}
