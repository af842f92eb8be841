package explore_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestBegins: what is left out of a long beginning changes no count, and no failure.
func TestBegins(t *testing.T) {
	defer trial.SetBegins(2)()
	begun, compared := 0, 0
	for _, k := range gen.Kinds {
		for seed := range int64(longtest.N(3, 20)) {
			p := k.Program(gen.Seeded(*trial.Seed+seed), k.Size(int(seed)))
			r := rand.New(rand.NewPCG(uint64(*trial.Seed+seed), 7))
			q := withBeginning(r, p)
			if q == nil {
				continue
			}
			for _, algorithm := range []string{"closure", "revisit", "auto"} {
				if algorithm == "revisit" && p.Pause > 0 {
					continue // which it does not know
				}
				o := checker.Options{Algorithm: algorithm, Races: p.Coarse, Steps: 400, Executions: 500, KeepGoing: true, Pauses: p.Pause > 0, Faults: p.Faults > 0}
				want, err := explore.Run(q, o)
				if err != nil {
					t.Fatal(err)
				}
				if want.Bound != "" {
					continue
				}
				restarts := 0
				o.OnRestart = func() { restarts++ }
				got, err := explore.Run(q, o)
				if err != nil {
					t.Fatal(err)
				}
				compared++
				if restarts > 0 {
					begun++
				}
				if p.Coarse {
					// What commutes hides races, in an order that is none of the trace.
					got.Failing = want.Failing
				}
				if a, b := counted(got), counted(want); a != b {
					t.Fatalf("%s %d, %s: %s\nwithout: %s\n%s", k.Name, seed, algorithm, a, b, q)
				}
				for _, f := range got.Failures {
					again := explore.Replay(q, f.Decisions, checker.Options{Races: p.Coarse, Steps: len(f.Decisions)}, nil)
					if again.Outcome.Prefer(f.Failure.Kind); again.Outcome.Failure == nil || again.Outcome.Failure.Kind != f.Failure.Kind {
						t.Fatalf("%s %d, %s: %v does not come again: %v\n%s", k.Name, seed, algorithm, f.Failure, again.Outcome.Failure, q)
					}
				}
			}
		}
	}
	t.Logf("%d compared, of which %d have begun anew", compared, begun)
	if begun < compared/2 || compared < 300 {
		t.Errorf("%d compared, of which %d have begun anew", compared, begun)
	}
}

// counted is what does not depend on which execution of a trace is made, as what fails first in it
// does.
func counted(r *checker.Result) string {
	return fmt.Sprint(r.Bound, " executions ", r.Executions, " deadlocks ", r.Deadlocks, " failing ", r.Failing, " blocked ", r.Blocked, " redundant ", r.Redundant)
}

var section = regexp.MustCompile(`(?:^|[;\n])\s*(\w+):`)

// withBeginning is the program after a beginning that uses its objects; nil: it has a main, or no
// thread.
func withBeginning(r *rand.Rand, p *lang.Program) *lang.Program {
	text := p.String()
	var threads []string
	for _, m := range section.FindAllStringSubmatch(text, -1) {
		if name := m[1]; !strings.Contains(text, "("+name+")") && !strings.Contains(text, "("+name+",") && !strings.Contains(text, ","+name+")") {
			threads = append(threads, name)
		}
	}
	if strings.Contains(text, "main:") || len(threads) == 0 {
		return nil
	}
	used := func(what string) bool { return strings.Contains(text, what) }
	var parts []string
	add := func(all ...string) { parts = append(parts, all...) }
	add("yield yield", "yield")
	for _, v := range "abcdefghxyz" {
		if s := string(v); strings.Contains(text, "w"+s) || strings.Contains(text, "r"+s) || strings.Contains(text, s+"++") || strings.Contains(text, "("+s) {
			add("W"+s+"2", "R"+s, "W"+s+"0", "w"+s, "r"+s, s+"++", "cas("+s+",0,1)", "cas("+s+",7,1)")
		}
	}
	for i := range 3 {
		for _, uses := range [][2]string{
			{"l%d", "lock(%[1]s) unlock(%[1]s)|trylock(%[1]s) unlock(%[1]s)|lock(%[1]s) trylock(%[1]s) unlock(%[1]s)"},
			{"k%d", "lock(%[1]s) unlock(%[1]s)|rlock(%[1]s) runlock(%[1]s)|rlock(%[1]s) rlock(%[1]s) runlock(%[1]s) runlock(%[1]s)"},
			{"g%d", "wgadd(%[1]s,1) done(%[1]s)|wait(%[1]s)|wgadd(%[1]s,2) done(%[1]s) done(%[1]s) wait(%[1]s)|wgadd(%[1]s,1)"},
			{"c%d", "len(%[1]s)|select{send(%[1]s,1){recv(%[1]s)} default{}}|select{send(%[1]s,1){} default{}}|select{recv(%[1]s){} default{}}"},
			{"o%d", "once(%[1]s){}|once(%[1]s){yield}"},
			{"q%d", "signal(%[1]s)|bcast(%[1]s)"},
		} {
			if o := fmt.Sprintf(uses[0], i); used(o) {
				for _, one := range strings.Split(uses[1], "|") {
					add(fmt.Sprintf(one, o))
				}
			}
		}
	}
	var main []string
	for range 3 + r.IntN(8) {
		main = append(main, parts[r.IntN(len(parts))])
	}
	held := ""
	for _, l := range []string{"l0", "k0"} {
		if used("lock("+l) && r.IntN(3) == 0 {
			main, held = append(main, "lock("+l+")"), held+" unlock("+l+")"
		}
	}
	for _, name := range threads {
		main = append(main, "go("+name+")")
	}
	q, err := lang.Parse(text + "\nmain: " + strings.Join(main, " ") + held)
	if err != nil {
		return nil // of another kind of object
	}
	return q
}
