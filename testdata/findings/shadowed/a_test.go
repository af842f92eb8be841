package shadowed

import "testing"

// A predeclared name that means something else.
func true(ok bool) {
	if !ok {
		panic("false")
	}
}

func TestTrue(t *testing.T) { true(1 == 1) }
