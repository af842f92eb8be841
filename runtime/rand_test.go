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
