package sites

import "testing"

// TestNumbers: each object is asked for its name once, and what is named late is numbered anew.
func TestNumbers(t *testing.T) {
	names := []Namesake{{"c", 0, false}, {"c", 1, false}, {"c", 0, false}, {"", 0, false}, {"c", 0, false}, {"c", 0, true}}
	asked := 0
	of := func(i int) Namesake { asked++; return names[i] }
	var n Numbers
	for range 3 {
		for i, want := range []int{1, 1, 2, 1, 3, 1} {
			if got := n.Number(i, of); got != want {
				t.Errorf("object %d is number %d, want %d", i, got, want)
			}
		}
	}
	if asked != len(names) {
		t.Errorf("%d names were asked for, of %d objects", asked, len(names))
	}
	names[3].Name = "c"
	n.Renamed(3)
	if got := n.Number(4, of); got != 4 {
		t.Errorf("after another has the name: number %d, want 4", got)
	}
	n.Reset()
	names = names[2:]
	if got := n.Number(0, of); got != 1 {
		t.Errorf("of the next execution: number %d, want 1", got)
	}
}
