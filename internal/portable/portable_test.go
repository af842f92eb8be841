package portable

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/wire"
)

// TestSchedule: a path is named from the deepest folder that has a name everywhere.
func TestSchedule(t *testing.T) {
	b := &instrument.Binary{Dir: "/m/p", ModuleDir: "/m"}
	b.Local = map[string]string{"example.com/sub": "/m/sub", "example.com/n": "/n", "example.com/inner": "/n/inner", "example.com/third": "/m/p/third"}
	modCache, _ := GoPlaces()
	s := Schedule(&wire.Schedule{
		Failure: &wire.Failure{Pos: "/m/p/x.go:1:2", Details: []string{"at /m/q/y.go:1", "at /m/sub/s.go:2", "/n/z.go:3 and /n/inner/i.go:4", "/m/p/third/t.go:5"}},
		Steps:   []wire.Step{{Pos: modCache + "/a@v1/a.go:3:1", Created: "/m/p/x.go:9:9"}},
	}, b)
	want := &wire.Schedule{
		Failure: &wire.Failure{Pos: "x.go:1:2", Details: []string{
			"at $MODULE/q/y.go:1", "at $MODULE(example.com/sub)/s.go:2", "$MODULE(example.com/n)/z.go:3 and $MODULE(example.com/inner)/i.go:4", "third/t.go:5",
		}},
		Steps: []wire.Step{{Pos: "$GOMODCACHE/a@v1/a.go:3:1", Created: "x.go:9:9"}},
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
}

// Files that nobody works on are named for reading by module or package, all others as they are.
func TestForReading(t *testing.T) {
	modCache, root := GoPlaces()
	in := "waits at " + modCache + "/golang.org/x/sync@v0.16.0/errgroup/errgroup.go:56 (" + root + "/src/net/http/server.go:7), src/x@y.go:1, /m/src/a.go:2"
	want := "waits at golang.org/x/sync@v0.16.0/errgroup/errgroup.go:56 (net/http/server.go:7), src/x@y.go:1, /m/src/a.go:2"
	if got := ForReading(in); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
