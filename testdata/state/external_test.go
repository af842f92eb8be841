package state_test

import (
	"testing"

	"gocheck.dev/testdata/state/dep"
)

var seen = []string{}

var early = dep.Register("external")

func TestExternal(t *testing.T) {
	if len(seen) != 0 || !early || dep.Registry["external"] != 1 || dep.Registry["blank"] != 1 {
		t.Error(seen, early, dep.Registry)
	}
	seen = append(seen, "x")
	dep.Registry["blank"]++
	done := make(chan bool)
	go func() { seen = append(seen, "y"); close(done) }()
	<-done
}
