package r4app

import (
	"testing"

	"github.com/charmbracelet/bubbles/list"
)

// session is one that ends by the user's leave.
func session(t *testing.T, bursts ...burst) Reader {
	t.Helper()
	r, err := use("library", append(bursts, burst{"ctrl+c"})...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWalk goes into a folder, to a file in it, and back.
func TestWalk(t *testing.T) {
	session(t, burst{"down", "enter"}, burst{"down", "enter"}, burst{"tab", "tab", "left"})
}

// TestFilter picks a file and filters its lines by two letters.
func TestFilter(t *testing.T) {
	r := session(t, burst{"enter"}, burst{"enter"}, burst{"/"}, burst{"e", "l"})
	var lines []string
	for _, item := range r.list.Items() {
		lines = append(lines, item.FilterValue())
	}
	want := len(list.DefaultFilter(r.list.FilterValue(), lines))
	if got := len(r.list.VisibleItems()); r.list.FilterState() == list.Filtering && got != want {
		t.Errorf("%d lines are shown, %d have %q", got, want, r.list.FilterValue())
	}
}

// TestSession is a longer one: folders, a file that is filtered, a line that is
// read, and back to the files. They look at what there is first.
func TestSession(t *testing.T) {
	session(t,
		burst{}, burst{"down", "enter"}, burst{"enter"}, burst{"left"}, burst{"up", "enter"}, burst{"enter"},
		burst{"/"}, burst{"e", "l"}, burst{"enter"}, burst{"down", "enter"}, burst{"down", "tab", "left"},
	)
}
