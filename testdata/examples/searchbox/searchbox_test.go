package searchbox

import (
	"slices"
	"strings"
	"testing"
)

var words = []string{"gallery", "go", "gocheck", "golang"}

func withPrefix(prefix string) []string {
	var found []string
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			found = append(found, w)
		}
	}
	return found
}

func TestTyping(t *testing.T) {
	settled := make(chan struct{}, 2)
	box := New(withPrefix, func() { settled <- struct{}{} })
	box.Type("g")
	box.Type("go")
	<-settled
}

func TestOneQuery(t *testing.T) {
	settled := make(chan []string, 1)
	var box *Box
	box = New(withPrefix, func() { settled <- box.results })
	box.Type("gol")
	if got := <-settled; !slices.Equal(got, []string{"golang"}) {
		t.Errorf("results %q", got)
	}
}
