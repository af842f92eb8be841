// Package all has a TestMain that comes to the switch, so all tests do.
package all

import (
	"testing"

	"gocheck.dev/internal/longtest"
)

func TestMain(m *testing.M) {
	if longtest.Asked() {
		m.Run()
	}
}

func TestPlain(t *testing.T) {}
