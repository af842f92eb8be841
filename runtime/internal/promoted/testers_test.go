package promoted

import (
	"reflect"
	"testing"
)

type outside struct{ *testing.T }

// T takes what is embedded less deeply, once for each type, and stops at a method that a type has
// itself.
func TestT(t *testing.T) {
	a, b := new(testing.T), new(testing.T)
	type middle struct{ outside }
	type loop struct {
		*loop
		*testing.T
	}
	round := &loop{T: b}
	round.loop = round
	type endless struct{ *endless }
	never := &endless{}
	never.endless = never
	for _, known := range []reflect.Type{reflect.TypeFor[outside](), reflect.TypeFor[middle](), reflect.TypeFor[loop](), reflect.TypeFor[endless]()} {
		NoteTester(known, "Fatalf Run")
	}
	for _, c := range []struct {
		x    any
		want *testing.T
	}{
		{a, a},
		{outside{a}, a},
		{&middle{outside{a}}, a},
		{struct {
			outside
			*testing.T
		}{outside{a}, b}, b},
		{struct {
			middle
			outside
		}{middle{outside{a}}, outside{b}}, b},
		{struct{ testing.TB }{a}, a},
		{round, b},
		{never, nil},
		{struct{ n int }{1}, nil},
		{7, nil},
		{nil, nil},
	} {
		if got := T(c.x, "Errorf"); got != c.want {
			t.Errorf("%T: %p, want %p", c.x, got, c.want)
		}
	}
	if got := T(outside{a}, "Fatalf"); got != nil {
		t.Errorf("a type's own Fatalf is that of %p", got)
	}
}
