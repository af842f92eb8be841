package explore_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
)

// TestRefusal checks that an algorithm that is not defined for a program ends
// with what it does not know, and not with a count.
func TestRefusal(t *testing.T) {
	defer explore.Refusing("pedantic", "locks", checker.Lock)()
	p := lang.MustParse("t0: wx; t1: lock(l0) unlock(l0)")
	res, err := explore.Run(p, checker.Options{Algorithm: "pedantic"})
	if err != nil {
		t.Fatal(err)
	}
	if res.Exhaustive || res.Bound != "refused" || res.Refusal == nil {
		t.Fatalf("exhaustive %v, bound %q, refusal %v; want a refusal", res.Exhaustive, res.Bound, res.Refusal)
	}
	if got, want := res.Refusal.String(), "-algo=pedantic knows no locks"; got != want {
		t.Errorf("refusal: %q, want %q", got, want)
	}
	if res.Refusal.Pos == "" {
		t.Error("the refusal has no position")
	}
	p = lang.MustParse("t0: wx; t1: ry")
	if res, err = explore.Run(p, checker.Options{Algorithm: "pedantic"}); err != nil || res.Refusal != nil {
		t.Errorf("refusal %v, error %v, of a program without locks", res.Refusal, err)
	}
}
