package closure_test

import (
	"testing"

	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/oracle/trial"
)

// TestPrefixes holds what closure keeps of a trace to what is taken down of the same execution.
func TestPrefixes(t *testing.T) { trial.Prefixes(t, closure.CheckPrefixesOfClosure) }
