package rewrite

import (
	"strings"
	"testing"
)

// What -algo=r4 compares is named to the runtime: variables that may come to
// differ, and no others.
func TestRegisterState(t *testing.T) {
	m := newModule(t, map[string]string{
		"go.mod": "",
		"p/p.go": `package p

import "errors"

var (
	count int
	limit = 10
	Err   = errors.New("quiet")
	names = map[string]int{}
	_     = limit
)

func Count(name string) { count++; names[name] = count }
`,
		"p/p_test.go": `package p

import "testing"

var seen []string

func TestCount(t *testing.T) { Count("a"); seen = append(seen, "a") }
`,
	})
	got := map[string]bool{}
	for _, r := range m.rewrite() {
		for _, text := range r.Extra {
			for line := range strings.Lines(string(text)) {
				if call, ok := strings.CutPrefix(strings.TrimSpace(line), "gocheckrt.RegisterState("); ok {
					got[call] = true
				}
			}
		}
	}
	for _, want := range []string{`"p.count", &count)`, `"p.names", &names)`, `"p.seen", &seen)`} {
		if !got[want] {
			t.Errorf("%s is not registered", want)
		}
		delete(got, want)
	}
	for call := range got {
		t.Errorf("%s is registered", call)
	}
}
