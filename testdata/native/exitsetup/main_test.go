// Package exitsetup has a TestMain that fails before its tests.
package exitsetup

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 0 {
		panic("setup")
	}
	os.Exit(m.Run())
}

// MainSetup: a TestMain that panics.
func TestMainSetupBad(t *testing.T) {}
