package explore_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
	"pgregory.net/rapid"
)

var (
	soakFor      = flag.Duration("soak", 0, "how long TestSoak runs; 0: one program of each kind")
	soakPrograms = flag.Int("soak.programs", 0, "programs compared after which TestSoak ends although the time is not over; 0: no end")
)

// TestRapid compares every algorithm with the oracle on programs that rapid
// draws, and shrinks: go test ./checker/explore -run Rapid -rapid.checks=10000
// -rapid.seed=7. Without a seed the programs are always the same: who changes
// something else is not to be stopped by a program that nobody has met before.
func TestRapid(t *testing.T) {
	if f := flag.Lookup("rapid.seed"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("1"); err != nil {
			t.Fatal(err)
		}
	}
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set(strconv.Itoa(longtest.N(40, 100))); err != nil {
			t.Fatal(err)
		}
	}
	names := slices.Sorted(maps.Keys(trial.Promises))
	rapid.Check(t, func(t *rapid.T) {
		draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		k := gen.Kinds[rapid.IntRange(0, len(gen.Kinds)-1).Draw(t, "kind")]
		p := k.Program(draw, k.Size(rapid.IntRange(0, 5).Draw(t, "size")))
		for _, name := range names {
			if err := trial.Guarded(p, name, 400, &trial.Tally{}); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, p)
			}
		}
	})
}

// TestSoak compares all algorithms with the oracle until its time is over:
// every program with auto, every eighth with each other algorithm in turn. Each
// minute, and at the end, it prints what was covered.
//
//	go test ./checker/explore -run '^TestSoak$' -timeout 0 -v -soak 8h -campaign.seed 1
func TestSoak(t *testing.T) {
	s := soak{auto: map[string]*trial.Tally{}, others: map[string]*trial.Tally{}}
	for name := range trial.Promises {
		if name != "auto" {
			s.names = append(s.names, name)
			s.others[name] = &trial.Tally{}
		}
	}
	slices.Sort(s.names)
	for _, k := range gen.Kinds {
		s.auto[k.Name] = &trial.Tally{}
	}
	start := time.Now()
	said := start
	for i := 0; (i < len(gen.Kinds) || time.Since(start) < *soakFor) && !t.Failed(); i++ {
		k := gen.Kinds[i%len(gen.Kinds)]
		s.one(t, k, *trial.Seed+int64(i), i/len(gen.Kinds))
		if time.Since(said) > time.Minute {
			said = time.Now()
			sum, kind := s.sum()
			t.Logf("%v: %v; other algorithms: %v", time.Since(start).Round(time.Second), sum, kind)
		}
		if sum, _ := s.sum(); *soakPrograms > 0 && sum.Programs >= *soakPrograms {
			break
		}
	}
	t.Logf("in %v from seed %d\n%v", time.Since(start).Round(time.Second), *trial.Seed, s)
}

// soak is what TestSoak has covered.
type soak struct {
	auto   map[string]*trial.Tally // by kind of program
	others map[string]*trial.Tally // by algorithm
	names  []string                // of the others
}

// one compares the algorithms on the n-th program of a kind.
func (s *soak) one(t *testing.T, k gen.Kind, seed int64, n int) {
	p := k.Program(gen.Seeded(seed), k.Size(n))
	s.compare(t, p, "auto", seed, s.auto[k.Name])
	if n%8 == 0 {
		name := s.names[n/8%len(s.names)]
		s.compare(t, p, name, seed, s.others[name])
	}
}

func (s *soak) compare(t *testing.T, p *lang.Program, algorithm string, seed int64, sum *trial.Tally) {
	err := trial.Guarded(p, algorithm, *trial.Limit, sum)
	if err == nil {
		return
	}
	small := gen.Shrink(p, func(q *lang.Program) bool { return trial.Guarded(q, algorithm, *trial.Limit, &trial.Tally{}) != nil })
	t.Errorf("%s, seed %d: %v\nsmallest: %s\n%v", algorithm, seed, err, small, trial.Guarded(small, algorithm, *trial.Limit, &trial.Tally{}))
}

// sum is the total of auto, and the number of comparisons of the others.
func (s *soak) sum() (all trial.Tally, others int) {
	for _, x := range s.auto {
		all.Add(*x)
	}
	for _, x := range s.others {
		others += x.Programs
	}
	return all, others
}

func (s soak) String() string {
	var b strings.Builder
	for _, k := range gen.Kinds {
		fmt.Fprintf(&b, "auto, %s: %v\n", k.Name, s.auto[k.Name])
	}
	for _, name := range s.names {
		fmt.Fprintf(&b, "%s, all kinds: %v\n", name, s.others[name])
	}
	all, others := s.sum()
	fmt.Fprintf(&b, "auto, all kinds: %v; %d comparisons of other algorithms", all, others)
	return b.String()
}
