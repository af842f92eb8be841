// Package exitcode has a TestMain that ends with its own code, whatever the tests say.
package exitcode

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	m.Run()
	os.Exit(3)
}

// MainExitsOne: a TestMain that fails after its tests have passed.
func TestMainExitsOneBad(t *testing.T) {}
