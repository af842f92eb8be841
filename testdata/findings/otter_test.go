package findings

import "testing"

func TestStart(t *testing.T) {
	if _, ok := Start(); !ok {
		t.Fatal()
	}
}
