package rewrite

import (
	"os"
	"testing"
)

// Of the time of the go commands that these tests start a sixth was the collector's.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400")
	}
	os.Exit(m.Run())
}
