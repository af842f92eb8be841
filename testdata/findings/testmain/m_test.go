package testmain

import (
	"os"
	"testing"
)

var open int

// What comes after Run makes the tests fail.
func TestMain(m *testing.M) {
	code := m.Run()
	if open != 0 {
		os.Stderr.WriteString("not all closed\n")
		code = 1
	}
	os.Exit(code)
}

func TestOpens(t *testing.T) { open++ }
