package em_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// emPosts makes a random program in the way of Figure 9: each message is posted
// by a thread of its own or by another message, to one of three queues; few
// accesses are dependent; some messages fork. In such programs reordering two
// events may undo the order of others, which is what ReschedulePending and the
// edges between reordered posts are for.
func emPosts(r *rand.Rand) *lang.Program {
	messages := 4 + r.Intn(3)
	bodies := make([][]string, messages)
	handler := make([]int, messages)
	var threads, forks []string
	for m := range messages {
		handler[m] = 1 + r.Intn(3)
		for range 1 + r.Intn(2) {
			access := "w"
			if r.Intn(3) == 0 {
				access = "r"
			}
			bodies[m] = append(bodies[m], access+string("xyz"[r.Intn(3)]))
		}
	}
	insert := func(body []string, s string) []string {
		at := r.Intn(len(body) + 1)
		return append(body[:at:at], append([]string{s}, body[at:]...)...)
	}
	for m := range messages {
		post := fmt.Sprintf("post(m%d,h%d)", m, handler[m])
		if by := r.Intn(m + 1); m > 1 && by < m && r.Intn(2) == 0 {
			bodies[by] = insert(bodies[by], post)
		} else {
			threads = append(threads, fmt.Sprintf("p%d: %s", m, post))
		}
		if len(forks) < 2 && r.Intn(4) == 0 {
			f := fmt.Sprintf("f%d", len(forks))
			bodies[m] = insert(bodies[m], "go("+f+")")
			forks = append(forks, f+": w"+string("xyz"[r.Intn(3)]))
		}
	}
	r.Shuffle(len(threads), func(i, j int) { threads[i], threads[j] = threads[j], threads[i] })
	var b strings.Builder
	b.WriteString("fifo h1 h2 h3\n")
	for _, t := range append(threads, forks...) {
		b.WriteString(t + "\n")
	}
	for m := range messages {
		fmt.Fprintf(&b, "m%d: %s\n", m, strings.Join(bodies[m], " "))
	}
	return lang.MustParse(b.String())
}

// figure9 makes a random variant of the program of Figure 9: another order of
// the first posts, some accesses more, a statement moved, a post by an event.
func figure9(r *rand.Rand) *lang.Program {
	code := map[string][]string{
		"p1": {"post(e1,h1)"}, "p2": {"post(e2,h1)"}, "p3": {"post(e3,h2)"}, "p4": {"post(e4,h2)"},
		"e1": {"post(e6,h3)", "go(t0)"}, "e2": {"wy", "wx"}, "e3": {"post(e5,h3)"}, "e4": {"wy2"}, "e5": {"wz"}, "e6": {"wz2"}, "t0": {"wx2"},
	}
	events := []string{"e1", "e2", "e3", "e4", "e5", "e6", "t0"}
	some := func() string { return events[r.Intn(len(events))] }
	for range r.Intn(4) {
		n := some()
		code[n] = append(code[n], string("rw"[r.Intn(2)])+string("xyzv"[r.Intn(4)]))
	}
	if from, to := code["e2"], some(); r.Intn(3) == 0 && to != "e2" {
		code[to], code["e2"] = append(code[to], from[0]), from[1:]
	}
	if r.Intn(3) == 0 {
		by := events[r.Intn(2)]
		code[by], code["p3"] = append(code[by], "post(e3,h2)"), nil
	}
	for _, n := range events {
		if r.Intn(4) == 0 {
			r.Shuffle(len(code[n]), func(i, j int) { code[n][i], code[n][j] = code[n][j], code[n][i] })
		}
	}
	posters := []string{"p1", "p2", "p3", "p4"}
	r.Shuffle(len(posters), func(i, j int) { posters[i], posters[j] = posters[j], posters[i] })
	var b strings.Builder
	b.WriteString("fifo h1 h2 h3\n")
	for _, n := range append(posters, events...) {
		fmt.Fprintf(&b, "%s: %s\n", n, strings.Join(code[n], " "))
	}
	return lang.MustParse(b.String())
}

// TestEMPosts compares em with the oracle on programs of emPosts and figure9,
// in both step modes.
func TestEMPosts(t *testing.T) {
	for name, program := range map[string]func(*rand.Rand) *lang.Program{"posts": emPosts, "figure 9": figure9} {
		var sum trial.Tally
		for i := range *trial.Programs {
			p := program(rand.New(rand.NewSource(*trial.Seed + int64(i))))
			for _, p := range []*lang.Program{p, gen.Coarse(p)} {
				if err := trial.Guarded(p, "em", min(*trial.Limit, 4000), &sum); err != nil {
					t.Fatalf("%s: %v\n%s", name, err, p)
				}
			}
		}
		t.Log(name, sum)
	}
}
