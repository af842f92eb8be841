package oracle

import (
	"errors"
	"strings"
	"testing"

	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/internal/longtest"
)

// roundsLeftOut checks what docs/design/spin.md claims of a program with loops that wait:
// to leave out rounds takes nothing away from what it can come to, and adds nothing.
// It compares with the same loops going round a few times, whatever they read.
func roundsLeftOut(t *testing.T, p *lang.Program) (compared int) {
	r, err := Count(p, 3000)
	if err != nil {
		return 0
	}
	q := &lang.Program{Coarse: p.Coarse, Vars: p.Vars, Caps: p.Caps, FIFO: p.FIFO, Bodies: p.Bodies, Rounds: 3}
	if err := q.Compile(); err != nil {
		t.Fatal(err)
	}
	all, err := Count(q, 6000)
	if err != nil && !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	for o := range all.Outcomes {
		if strings.Contains(o, "*") {
			continue // needs more rounds
		}
		compared++
		if !r.Outcomes[o] {
			t.Fatalf("outcome missed: %s of %s", o, p)
		}
	}
	// With more rounds, or where a loop makes the time advance, there may be more.
	if err == nil && !strings.Contains(p.String(), "now") {
		for o := range r.Outcomes {
			if !strings.Contains(o, "?") && !all.Outcomes[o] {
				t.Fatalf("outcome made up, or needing more rounds: %s of %s", o, p)
			}
		}
	}
	return compared
}

func TestRoundsLeftOut(t *testing.T) {
	for _, text := range []string{
		// Both TryLocks fail: the second one, after the Lock, because of another round.
		"t0: spin{lock(l0) rx>1 unlock(l0) if$1==1{break}}; t1: trylock(l0)>1 if$1==1{unlock(l0)} lock(l0) unlock(l0) trylock(l0)>2 if$2==1{unlock(l0)} wx",
		// Two selects with default do not meet, however often one of them goes round.
		"t0: spin{select{recv(c0)>1{break} default{}}}; t1: select{send(c0,1){} default{wx}} send(c0,2)",
		// What is read changes between two reads of one round.
		"t0: spin{rx>1 rx>2 if$1==1{break}}; t1: wx",
		"t0: spin{select{recv(c0)>1{} recv(c1)>2{break}}}; t1: close(c0) wx send(c1,3)",
		// A channel without buffer that is only closed, and something else.
		"t0: spin{select{recv(c0)>1{break} default{}} rx>2 if$2==2{break}}; t1: wx close(c0) wx2",
		"t0: spin{rx>2 select{recv(c0)>1{break} default{}}}; t1: wx close(c0); t2: select{recv(c0)>1{wx3} default{}}",
	} {
		if roundsLeftOut(t, lang.MustParse(text)) == 0 {
			t.Errorf("nothing to compare for %s", text)
		}
	}
	n := longtest.N(4, 12)
	for _, k := range gen.Kinds {
		if strings.HasPrefix(k.Name, "spin") {
			compared := 0
			for i := range n {
				compared += roundsLeftOut(t, k.Program(gen.Seeded(int64(4000+i)), k.Size(i)))
			}
			t.Logf("%s: %d outcomes compared", k.Name, compared)
		}
	}
}
