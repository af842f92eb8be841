package match

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSelection(t *testing.T) {
	names := []string{"TestA", "TestA/x", "TestA/x/1", "TestA/x/2", "TestA/y", "TestB", "TestB/x"}
	for _, c := range []struct{ run, skip, want string }{
		{"", "", "TestA TestA/x TestA/x/1 TestA/x/2 TestA/y TestB TestB/x"},
		{"A", "", "TestA TestA/x TestA/x/1 TestA/x/2 TestA/y"},
		{"A/x", "", "TestA TestA/x TestA/x/1 TestA/x/2"},
		{"/x/1", "", "TestA TestA/x TestA/x/1 TestB TestB/x"},
		{"A/y|B", "", "TestA TestA/y TestB TestB/x"},
		{"(A/y|B)", "", "TestB TestB/x"},
		{"[/A]/y", "", "TestA TestA/y"},
		{"", "A/x", "TestA TestA/y TestB TestB/x"},
		{"", "/x/1", "TestA TestA/x TestA/x/2 TestA/y TestB TestB/x"},
		{"", "TestA$", "TestB TestB/x"},
		{"/x", "/x/2", "TestA TestA/x TestA/x/1 TestB TestB/x"},
	} {
		s, err := New(c.run, c.skip)
		if err != nil {
			t.Fatal(err)
		}
		// A subtest runs where those around it do.
		var got []string
		for _, name := range names {
			if i := strings.LastIndexByte(name, '/'); (i < 0 || slices.Contains(got, name[:i])) && s.Selects(name) {
				got = append(got, name)
			}
		}
		if !reflect.DeepEqual(got, strings.Fields(c.want)) {
			t.Errorf("-run %q -skip %q: %q, want %s", c.run, c.skip, got, c.want)
		}
	}
	if _, err := New("A/(", ""); err == nil {
		t.Error("a broken pattern is taken")
	}
}
