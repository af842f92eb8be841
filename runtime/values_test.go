package runtime

import (
	"slices"
	"testing"

	"gocheck.dev/checker"
)

// What plain accesses come to, for -algo=r4.
func TestValues(t *testing.T) {
	s := testSites(t, "x", "n\tsum", "p\tinit", "m\tput", "m", "")
	const x, n, p, m, read, other = 0, 1, 2, 3, 4, 5
	var number, sum int
	var set *int
	entries := map[uint8]int{}
	add := func() { At(&sum, s+n).Set(*R(&sum, s+n) + 1) }
	initialise := func() {
		if *R(&set, s+p) == nil {
			At(&set, s+p).Set(new(int))
		}
	}
	for _, c := range []struct {
		name string
		do   func()
		want []checker.Kind // of each object, in the order of the first accesses
	}{
		{"a write", func() { At(&number, s+x).Set(1) }, []checker.Kind{checker.NoKind}},
		{"of the same value", func() { At(&number, s+x).Set(0) }, []checker.Kind{checker.Read}},
		{"and read", func() { At(&number, s+x).Set(0); _ = *R(&number, s+x) }, []checker.Kind{checker.Read}},
		{"after a read", func() { _ = *R(&number, s+x); At(&number, s+x).Set(0) }, []checker.Kind{checker.Read}},
		{"and another one", func() { At(&number, s+x).Set(0); At(&number, s+x).Set(1) }, []checker.Kind{checker.NoKind}},
		{"there and back", func() { At(&number, s+x).Set(1); At(&number, s+x).Set(0) }, []checker.Kind{checker.NoKind}},
		{"a sum", func() { add(); add() }, []checker.Kind{checker.Inc}},
		{"that is seen", func() { add(); _ = *R(&sum, s+x) }, []checker.Kind{checker.NoKind}},
		{"that was seen", func() { _ = *R(&sum, s+x); add() }, []checker.Kind{checker.NoKind}},
		{"that is overwritten", func() { add(); At(&sum, s+x).Set(1) }, []checker.Kind{checker.NoKind}},
		{"an initialisation", initialise, []checker.Kind{checker.Merge}},
		{"and its use", func() { initialise(); _ = *R(&set, s+x) }, []checker.Kind{checker.Merge}},
		{"after a use", func() { _ = *R(&set, s+x); initialise() }, []checker.Kind{checker.NoKind}},
		{"and the end", func() { initialise(); At(&set, s+x).Set(nil) }, []checker.Kind{checker.NoKind}},
		// The map and each entry; the constant is the byte.
		{"entries", func() { MapPut(entries, uint8(1), s+m); MapPut(entries, 1, s+m); MapPut(entries, 2, s+m) },
			[]checker.Kind{checker.Merge, checker.NoKind, checker.NoKind}},
		{"entries and all", func() { MapPut(entries, 1, s+m); _ = MapR(entries, s+read) }, []checker.Kind{checker.Merge, checker.NoKind}},
		{"all and entries", func() { _ = MapR(entries, s+read); MapPut(entries, 1, s+m) }, []checker.Kind{checker.NoKind, checker.NoKind}},
	} {
		number, sum, set = 0, 0, nil
		_, effects := events(Settings{Hurries: true, Commute: true}, func() { Go(s+other, func() {}); c.do() })
		var got []checker.Kind
		for _, e := range effects {
			got = append(got, e.As)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %v", c.name, effects, c.want)
		}
	}
	number = 0
	if _, effects := events(Settings{Commute: true}, func() { Go(s+other, func() {}); At(&number, s+x).Set(0) }); effects[0].As != checker.NoKind {
		t.Errorf("%+v without -algo=r4", effects)
	}
}
