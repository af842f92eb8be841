package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestLibrary: what uses the standard library correctly passes, all of it, and what does not
// fails. With go test -race that is found as well, or where it takes an order that hardly comes,
// now and then. What begins with TestOut is outside of control.
func TestLibrary(t *testing.T) {
	longtest.Only(t)
	r := explore(t, root, "-save=false", "./testdata/library", "./testdata/library/plain")
	r.asNamed(t, 1227)
}

// TestLibraryWords: words of atomic operations that have parts, by several algorithms.
func TestLibraryWords(t *testing.T) {
	longtest.Only(t)
	for _, algorithm := range []string{"auto", "closure", "dfs"} {
		explore(t, root, "-save=false", "-algo="+algorithm, "./testdata/library/words").asNamed(t, 41)
	}
}

// TestLibraryFormats: readers and writers of archives, of what is compressed or encoded, of texts.
func TestLibraryFormats(t *testing.T) {
	longtest.Only(t)
	explore(t, root, "-save=false", "./testdata/library/formats").asNamed(t, 233)
}

// TestLibraryEveryday: templates, iterators, loggers, containers, contexts, numbers, file systems,
// what is collected.
// Of a race in a rand.ChaCha8 go test -race has no word.
func TestLibraryEveryday(t *testing.T) {
	longtest.Only(t)
	explore(t, root, "-save=false", "./testdata/library/everyday").asNamed(t, 213)
}

// TestLibraryUsers: databases with a driver of the program's, templates, iterators, encoders,
// handlers of slog, contexts and timers, errgroup, singleflight and semaphores.
func TestLibraryUsers(t *testing.T) {
	longtest.Only(t)
	explore(t, root, "-save=false", "./testdata/library/users").asNamed(t, 235)
}

// TestLibraryTypes: what net/http knows of the types of files.
func TestLibraryTypes(t *testing.T) {
	longtest.Only(t)
	explore(t, root, "-save=false", "./testdata/library/types").asNamed(t, 1)
}

// TestLibraryTimeouts: what calls handlers in goroutines of its own.
func TestLibraryTimeouts(t *testing.T) {
	longtest.Only(t)
	explore(t, root, "-save=false", "./testdata/library/timeouts").asNamed(t, 4)
}

// asNamed holds so many tests to what their names say.
func (r report) asNamed(t *testing.T, want int) {
	t.Helper()
	for name, l := range r.results {
		test := name[strings.LastIndexByte(name, '.')+1:]
		switch {
		case strings.HasPrefix(test, "TestOK"):
			if l.Verdict != "pass" || !l.Exhaustive {
				t.Errorf("%s: want a pass, got %+v, %+v", test, l, r.failures[name])
			}
		case strings.HasPrefix(test, "TestOut"):
			if l.Verdict != "unsupported" {
				t.Errorf("%s: want unsupported, got %+v", test, l)
			}
		case l.Verdict != "fail":
			t.Errorf("%s: want a failure, got %+v", test, l)
		}
	}
	if len(r.results) != want {
		t.Errorf("%d tests, want %d:\n%s", len(r.results), want, r.text)
	}
}
