package verdicts

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestRaces: a test whose map is used by two has a race, though Go ends the process before the
// race detector says so; and one that panics by its race in one run, before it is reported, has one
// if another run says so. The tests after it are run all the same. What panics without a race is an
// error.
func TestRaces(t *testing.T) {
	longtest.Only(t) // it builds with -race
	found, err := racesOf(t, `func TestQuiet(t *testing.T) {}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, []string{"TestMap", "TestRacy", "TestTorn"}) {
		t.Errorf("races in %q", got)
	}
	if _, err := racesOf(t, `func TestPanics(t *testing.T) { panic("by itself") }`); err == nil || !strings.Contains(err.Error(), "TestPanics of ") {
		t.Errorf("of a panic without a race: %v", err)
	}
}

// racesOf are the Races of some tests and another one.
func racesOf(t *testing.T, other string) (map[string]bool, error) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/x\n\ngo 1.26\n",
		"x_test.go": `package x

import (
	"os"
	"runtime"
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

func TestTorn(t *testing.T) {
	if runtime.GOMAXPROCS(0) == 1 {
		panic("half a value")
	}
	TestRacy(t)
}

` + other,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return Races(t.Context(), dir, 2)
}
