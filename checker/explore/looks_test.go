package explore_test

import (
	"testing"

	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// TestLooks: loops that look by select with default at channels without buffer which are
// closed in the end, beside other things, have the traces of the definition. In random
// programs all tasks that wait at such a channel close it instead.
func TestLooks(t *testing.T) {
	var sum trial.Tally
	looking := 0
	for _, k := range gen.Kinds {
		if k.Name != "spin-channels" && k.Name != "spin-mixed" && k.Name != "spin-mixed-timers" {
			continue
		}
		for i := range 16 * *trial.Programs {
			p := k.Program(gen.Seeded(int64(7100+i)), k.Size(i))
			for c := range p.Caps {
				p.Caps[c] *= c % 2 // every other one
			}
			looks := false
			for b := range p.Bodies {
				looks = closesOnly(p.Bodies[b].Code, p.Caps, false) || looks
			}
			if !looks || p.Compile() != nil {
				continue
			}
			looking++
			for _, algorithm := range []string{"auto", "closure", "dfs"} {
				if err := trial.Agrees(p, algorithm, 3000, &sum); err != nil {
					t.Fatalf("%s %d: %s: %s: %v", k.Name, i, algorithm, p, err)
				}
			}
		}
	}
	t.Logf("%d programs: %v", looking, sum)
	if looking < 10 {
		t.Errorf("only %d programs have such loops", looking)
	}
}

// closesOnly lets all tasks that wait at a channel without buffer close it, and reports
// whether a loop looks at one.
func closesOnly(code []lang.Stmt, caps []int, inLoop bool) (looks bool) {
	for i := range code {
		s := &code[i]
		switch {
		case (s.Kind == lang.Send || s.Kind == lang.Recv) && caps[s.Obj] == 0:
			*s = lang.Stmt{Kind: lang.Close, Obj: s.Obj}
		case s.Kind == lang.Select:
			for j := range s.Cases {
				c := &s.Cases[j]
				if c.Kind == lang.Send && caps[c.Obj] == 0 {
					c.Kind = lang.Recv
				}
				if c.Kind == lang.Recv && caps[c.Obj] == 0 {
					looks = looks || inLoop
					s.Default = true
				}
				looks = closesOnly(c.Then, caps, inLoop) || looks
			}
			looks = closesOnly(s.Else, caps, inLoop) || looks
			continue
		}
		in := inLoop || s.Kind == lang.Spin
		looks = closesOnly(s.Then, caps, in) || looks
		looks = closesOnly(s.Else, caps, in) || looks
		if s.Kind == lang.Spin && looks { // beside another read
			s.Then = append(s.Then, lang.Stmt{Kind: lang.Load, Obj: 0, Reg: 3})
		}
	}
	return looks
}
