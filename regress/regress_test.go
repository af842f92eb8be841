package regress

import "testing"

func TestIsTool(t *testing.T) {
	for _, c := range []struct {
		gomod string
		want  bool
	}{
		{"module m\n\ntool gocheck.dev/cmd/gocheck\n", true},
		{"module m\n\ntool \"gocheck.dev/cmd/gocheck\" // comment\n", true},
		{"tool (\n\texample.com/other\n\tgocheck.dev/cmd/gocheck // explores\n)\n", true},
		{"module m\n", false},
		{"// tool gocheck.dev/cmd/gocheck\n", false},
		{"tool gocheck.dev/cmd/other\n", false},
		{"require (\n\tgocheck.dev/cmd/gocheck\n)\n", false},
		{"tool (\n\texample.com/other\n)\ngocheck.dev/cmd/gocheck\n", false},
	} {
		if got := isTool(c.gomod); got != c.want {
			t.Errorf("%q: %v", c.gomod, got)
		}
	}
}
