package explore_test

import (
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// endless makes a program too large to be explored in a test.
const endless = "; e0: wz wz wz wz wz wz wz wz wz wz; e1: wz wz wz wz wz wz wz wz wz wz"

// never are the pairs of a program that were never seen the other way round, by their positions in
// it, after some executions.
func never(t *testing.T, text, algorithm string, executions int64) (*checker.Orders, []string) {
	t.Helper()
	res := trial.MustRun(t, lang.MustParse(text+endless), checker.Options{Algorithm: algorithm, Executions: executions})
	if res.Exhaustive || res.Orders == nil {
		t.Fatalf("%s, %s: %+v", text, algorithm, res)
	}
	var list []string
	for _, p := range res.Orders.Never {
		if p.First.Pos == "" || p.First.Task == p.Second.Task {
			t.Errorf("%s, %s: %+v", text, algorithm, p)
		}
		list = append(list, p.First.Task+" "+p.Second.Task)
	}
	return res.Orders, list
}

// TestOrders: of a test that was not explored to its end the pairs are counted whose order is not
// forced, and those listed that came in one order only.
func TestOrders(t *testing.T) {
	const xs = "main/1 main/2"
	for _, algorithm := range []string{"auto", "closure", "revisit", "random", "pos", "surw"} {
		o, list := never(t, "a: wx1; b: wx2", algorithm, 200)
		if o.Pairs == 0 || o.Both > o.Pairs || o.Looked < 1 || o.Pairs-o.Both != len(list) {
			t.Errorf("%s: %+v", algorithm, o)
		}
		// All 100 pairs of the endless tasks conflict, and nothing else.
		if o.Pairs > 101 {
			t.Errorf("%s: %d pairs", algorithm, o.Pairs)
		}
	}
	// Samples see both orders of what the exploration turns round last.
	if _, list := never(t, "a: wx1; b: wx2", "random", 200); slices.Contains(list, xs) || slices.Contains(list, "main/2 main/1") {
		t.Errorf("random has not seen both orders: %v", list)
	}
	if _, list := never(t, "a: wx1; b: wx2", "closure", 5); !slices.Contains(list, xs) {
		t.Errorf("closure has turned the first writes round at once: %v", list)
	}
	// An order that a join forces is no pair; nor is one by a message that was awaited.
	for _, text := range []string{"a: go(b) join(0) wx2; b: wx1", "chan c0=1; a: wx1 send(c0,1); b: recv(c0) wx2"} {
		if _, list := never(t, text, "random", 5); slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, "main/1") }) {
			t.Errorf("%s: %v", text, list)
		}
	}
}

// TestOrdersOfAll: what is explored to its end has no such list, and costs nothing.
func TestOrdersOfAll(t *testing.T) {
	if res := trial.MustRun(t, lang.MustParse("a: wx1; b: wx2"), checker.Options{}); !res.Exhaustive || res.Orders != nil {
		t.Errorf("%+v", res)
	}
}
