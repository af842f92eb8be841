// Package none has no test that comes to the switch.
package none

import "testing"

func TestPlain(t *testing.T) {}
