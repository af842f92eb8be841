// Package ways has a test for each way to come to the switch, and some that do not.
package ways

import (
	"flag"
	"testing"

	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

var size = flag.Int("size", longtest.N(1, 2), "")

type runner struct{}

func (*runner) run(t *testing.T) { longtest.Only(t) }

type runs interface{ run(*testing.T) }

var all = map[string]runs{"it": &runner{}}

type list[E any] []E

func (l list[E]) skip(t *testing.T) { longtest.Only(t) }

func skip(t *testing.T) { longtest.Only(t) }

func recursive(t *testing.T) {
	if t.Failed() {
		recursive(t)
	}
}

func TestDirect(t *testing.T)   { t.Run("sub", func(t *testing.T) { longtest.Only(t) }) }
func TestHelper(t *testing.T)   { skip(t) }
func TestFlag(t *testing.T)     { _ = *size }
func TestMethod(t *testing.T)   { new(runner).run(t) }
func TestInstance(t *testing.T) { list[int]{}.skip(t) }
func TestImported(t *testing.T) { _ = trial.Most(1, 2) }
func TestPlain(t *testing.T)    { recursive(t) }
func TestOther(t *testing.T)    { TestPlain(t) }
func TestInterface(t *testing.T) {
	for _, r := range all {
		r.run(t)
	}
}
