package instrument

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/rewrite"
)

// TestUnknownNet: with a package net that gocheck does not know how to change, binaries are
// built whose sockets are outside of control, and a warning says so.
func TestUnknownNet(t *testing.T) {
	b := newBench(t, `
-- go.mod --
module example.com/serves

go 1.25
-- serves_test.go --
package serves

import (
	"net"
	"testing"
)

func TestListen(t *testing.T) { net.Listen("tcp", "127.0.0.1:0") }
`)
	for _, known := range []bool{true, false} {
		var log bytes.Buffer
		cfg := b.cfg
		cfg.Patterns, cfg.Log = []string{"."}, &log
		s, err := newSession(context.Background(), &cfg, rewrite.Unit)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.rewriteUnits(context.Background(), s.targets); err != nil {
			t.Fatal(err)
		}
		if net := s.gr.ByID["net"]; !known {
			net.GoFiles = slices.DeleteFunc(slices.Clone(net.GoFiles), func(name string) bool { return name == "sock_posix.go" })
		}
		if err := s.rewriteStandard(context.Background(), s.targets); err != nil {
			t.Fatal(err)
		}
		if has := s.targets[0].network != nil; has != known {
			t.Errorf("net known: %v, its sockets under control: %v", known, has)
		}
		if warned := strings.Contains(log.String(), "warning: sockets are not under control with this release of Go"); warned == known {
			t.Errorf("net known: %v, warnings: %q", known, log.String())
		}
	}
}
