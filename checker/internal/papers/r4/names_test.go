package r4_test

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
)

// A message that posts one more, before the others, where it comes later: by
// creator and count alone that one would be taken for the first of the others,
// this for the second, and the second would be new.
func TestR4Names(t *testing.T) {
	p, err := lang.Parse(`
		main: post(set,h0) post(show,h0)
		set: wx1
		show: rx>1 if$1==1{post(more,h0)} post(one,h0) post(two,h0)
		more: wy1
		one: wz1
		two: wu1`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	bound := 1
	o := checker.Options{Algorithm: "r4", Reversals: &bound, Initial: order(p, "main", "main", "main", "main/2", "main/1", "main/2/1", "main/2/2")}
	o.OnExecution = func(pr *checker.Progress) bool {
		q, s := pr.Sequence, ""
		for _, e := range q.Events {
			if e.By != 0 {
				s += " " + p.Position(e.Pos)
			}
			if e.New {
				s += "+"
			}
		}
		got = append(got, s+fmt.Sprintf(", %d skipped", len(q.Skipped)))
		return true
	}
	if _, err := explore.Run(p, o); err != nil {
		t.Fatal(err)
	}
	// Where they were posted: show, set, one, two; then set, show, one, two, more.
	want := " main:2 main:1 show:4 show:5, 0 skipped\n main:1 main:2 show:4 show:5 show:3+, 0 skipped"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("explored\n%s\nwant\n%s", s, want)
	}
}
