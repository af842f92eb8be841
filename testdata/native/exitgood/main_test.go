// Package exitgood has a TestMain that ends with the code of the tests.
package exitgood

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestMainExitsOneGood(t *testing.T) {}
