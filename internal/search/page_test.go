package main

import (
	"strings"
	"testing"
)

// made are two searchers: the first finds a and not b, the second both; nobody finds what passes.
func made() *results {
	return &results{columns: []*column{
		{searcher: searcher{name: "auto"}, found: map[string][]int64{"search/p.TestA": {6, 6, 200}, "search/p.TestB": {0, 0, 0}, "kernels/p.TestC": {1}}, passed: map[string]bool{}},
		{searcher: searcher{name: "pos"}, found: map[string][]int64{"search/p.TestA": {4, 3, 900}, "search/p.TestB": {0, 70, 80}, "kernels/p.TestC": {1}}, passed: map[string]bool{}},
	}}
}

func TestMeans(t *testing.T) {
	r := made()
	all, some := r.programs(""), r.programs("search")
	if len(all) != 3 || len(some) != 2 {
		t.Fatal(all, some)
	}
	if got := r.columns[0].mean(some, 10); got < 0.66 || got > 0.67 {
		t.Errorf("auto within 10: %v", got)
	}
	if got := r.columns[1].mean(some, 100); got < 1.33 || got > 1.34 {
		t.Errorf("pos within 100: %v", got)
	}
	// Of a, 6 to 4; b is not found; c alike.
	if got := r.behind(all, r.columns[1:]...); got != 1.5 {
		t.Errorf("auto is %v times behind", got)
	}
	// Of c, 1 to 1; it finds nothing else.
	r.columns = append(r.columns, &column{searcher: searcher{name: "pct"}, found: map[string][]int64{"kernels/p.TestC": {1}}})
	if name, times := r.best(all); name != "pos" || times != 1.5 || r.behind(all, r.columns[2]) != 1 {
		t.Errorf("the best of the others is %s, %v times", name, times)
	}
	r.columns = r.columns[:2]
	if text := string(r.page()); !strings.Contains(text, "| B | – | 80 |") || !strings.Contains(text, "| search (2) | 10 | 100 |") {
		t.Errorf("page:\n%s", text)
	}
}

// TestTidy: what passes everywhere is no bug to be found; what is found by anybody is one.
func TestTidy(t *testing.T) {
	r := made()
	for _, c := range r.columns {
		c.found["examples/p.TestPasses"] = []int64{0}
	}
	r.columns[0].passed["examples/p.TestPasses"] = true
	r.columns[0].passed["search/p.TestB"] = true
	if r.tidy(); len(r.programs("")) != 3 || len(r.programs("examples")) != 0 {
		t.Errorf("left: %v", r.programs(""))
	}
}
