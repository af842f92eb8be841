package sites

import (
	"reflect"
	"testing"
)

func TestSites(t *testing.T) {
	a := Register("example.com/a", "a.go:1:2\ta.F\tx\tloop\na.go:2:3\ta.F.func1\ty\tgo G\n")
	b := Register("example.com/b", "b_test.go:1:1\tTestX\t\t\nb_test.go:5:1\tb.TestX.func1\t\tproperty Always low\n"+
		"b_test.go:9:1\tb.TestXY\t\tproperty Always high\nc_test.go:5:1\tb.TestX\t\tproperty Sometimes low")
	if b != a+2 {
		t.Errorf("the second table begins at %d, the first at %d", b, a)
	}
	if p, f, o, m := a.Position(), a.Function(), a.Object(), a.Mark(); p != "a.go:1:2" || f != "example.com/a.F" || o != "x" || m != "loop" || !a.Loop() {
		t.Errorf("%q, %q, %q, %q, loop %t", p, f, o, m, a.Loop())
	}
	if wrapped, name := (a + 1).Starts(); !wrapped || name != "G" || (a + 1).Loop() || (a+1).Line() != "a.go:2" {
		t.Errorf("starts %t %q, at %q", wrapped, name, (a + 1).Line())
	}
	if got, want := b.Properties(), []Property{{"Always", "low", "b_test.go:5:1"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("properties %v, want %v", got, want)
	}
	for _, s := range []Site{0, b + 4} {
		if p := s.Position(); p != "" {
			t.Errorf("site %d is at %q", s, p)
		}
	}
}
