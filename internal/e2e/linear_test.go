package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// brokenScenarios are the structures of testdata/linear that are not linearizable, each with the
// smallest scenario that shows it.
var brokenScenarios = map[string]string{
	"Queue":     `Push(1), PeekAndPop() | PeekAndPop()`,
	"Stack":     `Push(1), StorePop() | StorePop()`,
	"Map":       `GetThenPut("a", 1) | GetThenPut("a", 2)`,
	"Set":       `LoadAdd(1) | LoadAdd(1)`,
	"Counter":   `StoreInc(), Get() | StoreInc()`,
	"Semaphore": `LenAcquire(), LenAcquire() | LenAcquire()`,
	"Pool":      `GetTwice() | GetTwice()`,
	"Cache":     `EvictPut("a"), Len() | EvictPut("a")`,
	"Limiter":   `AllowBelow(); AllowBelow() | Refill(); AllowBelow(), AllowBelow()`,
	"Hub":       `EachPublish(1) | EachPublish(2)`,
	"Mailbox":   `FirstPut(1), FirstPut(1) | Take() | Take()`,
	"Model":     `Inc(), Drop() | Drop()`,
}

// TestPublished: what is wrong in published structures is found again.
func TestPublished(t *testing.T) {
	longtest.Only(t)
	r := explore(t, filepath.Join(root, "testdata/published"), "-save=false", "-budget=5m", "-run", "Haxmap|BTreeLen|MPMCQueue|RingBuffer|WithLock", ".")
	for test, want := range map[string]string{
		"TestHaxmap":         "linear.Only(`Set(\"a\", 1), Get(\"a\") | GetAndDel(\"a\")`)",
		"TestHaxmapGetOrSet": "linear.Only(`GetOrSet(\"a\", 1) | GetOrSet(\"a\", 1)`)",
		"TestXsyncMPMCQueue": "linear.Only(`TryEnqueue(1) | TryEnqueue(1)`)",
		"TestRingBuffer":     "linear.Only(`Offer(1) | Offer(1)`)",
		"TestBTreeLen":       "tr.count is accessed by two goroutines",
	} {
		if f := r.failures["gocheck.dev/testdata/published."+test]; !strings.Contains(f.Message, want) {
			t.Errorf("%s: want %s, got %+v %s", test, want, r.results["gocheck.dev/testdata/published."+test], f.Message)
		}
	}
	for _, test := range []string{"TestListWithLock", "TestRingWithLock"} {
		if l := r.results["gocheck.dev/testdata/published."+test]; l.Verdict != "pass" {
			t.Errorf("%s: %+v", test, l)
		}
	}
}

// TestLinear: package linear finds the smallest scenario in which a broken structure fails, and
// none for its correct twin.
func TestLinear(t *testing.T) {
	longtest.Only(t) // in the quick run scripts explore such structures
	r := explore(t, root, "-save=false", "-budget=5m", "./testdata/linear")
	only := regexp.MustCompile("linear.Only\\(`(.*)`\\)")
	for kind, scenario := range brokenScenarios {
		f := r.failures["gocheck.dev/testdata/linear.Test"+kind+"Broken"]
		if got := only.FindStringSubmatch(f.Message); f.Kind != "fatal" || got == nil || got[1] != scenario {
			t.Errorf("%s: want %s to fail, got %s %s", kind, scenario, f.Kind, f.Message)
		}
		if l := r.results["gocheck.dev/testdata/linear.Test"+kind]; l.Verdict != "pass" || !l.Exhaustive || l.Executions < 100 {
			t.Errorf("%s: want a pass, got %+v", kind, l)
		}
	}
}
