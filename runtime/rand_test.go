package runtime

import (
	"fmt"
	"testing"
)

// TestRandom: what a task draws depends on its name and on how often it has
// drawn, not on the execution nor on what the others do.
func TestRandom(t *testing.T) {
	s := testSites(t, "go", "ch")
	drawn := make(map[string]map[string]bool) // by task: what it has drawn
	draw := func(name string) {
		a, _ := Random()
		b, _ := Random()
		if drawn[name] == nil {
			drawn[name] = make(map[string]bool)
		}
		drawn[name][fmt.Sprint(a, b)] = true
	}
	ch := make(chan int)
	res := explored(t, Settings{}, "dfs", func() {
		ch = make(chan int, 2)
		for i := range 2 {
			Go(s, func() {
				draw(fmt.Sprint(i))
				SendTo(ch, s+1).Send(i)
			})
		}
		first := Recv(ch, s+1)
		if first == 1 { // how often main draws before the others go on differs
			Random()
		}
		draw(fmt.Sprint("main after ", first))
	})
	if res.Executions < 3 {
		t.Fatalf("%d executions", res.Executions)
	}
	all := make(map[string]string)
	for name, values := range drawn {
		if len(values) != 1 {
			t.Errorf("%s draws %v", name, values)
		}
		for v := range values {
			if other, ok := all[v]; ok {
				t.Errorf("%s and %s draw the same", name, other)
			}
			all[v] = name
		}
	}
	if len(drawn) != 4 {
		t.Errorf("only %d sources", len(drawn))
	}
	if _, ok := Random(); ok {
		t.Error("there is a source outside of an execution")
	}
}

// TestRandomBelow: where numbers are chosen, those of the first execution are random ones, and the
// executions have each value. Were the first ones all the same, a test that counts them would fail.
func TestRandomBelow(t *testing.T) {
	drawn := func(n int) (values []uint64) {
		for range n {
			v, _ := RandomBelow(5, func() uint64 { t.Error("drawn"); return 0 }, nil)
			values = append(values, v)
		}
		return values
	}
	set := Settings{Chance: Chance{ChooseRandom: true}}
	counts := map[uint64]int{}
	once(set, func() {
		for _, v := range drawn(100) {
			counts[v]++
		}
	})
	for v := range uint64(5) {
		if n := counts[v]; n < 5 || n > 45 {
			t.Errorf("of 100 numbers %d are %d", n, v)
		}
	}
	all := map[string]bool{}
	res := explored(t, set, "dfs", func() { all[fmt.Sprint(drawn(2))] = true })
	if len(all) != 25 || res.Executions != 25 {
		t.Errorf("%d pairs in %d executions", len(all), res.Executions)
	}
}
