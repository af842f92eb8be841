package register

import (
	"sync"
	"testing"
)

// start starts three nodes.
func start(t *testing.T, bugs Bugs) []*Node {
	var nodes []*Node
	var addrs []string
	for _, name := range []string{"a", "b", "c"} {
		n, err := Listen(name, bugs)
		if err != nil {
			t.Fatal(err)
		}
		nodes, addrs = append(nodes, n), append(addrs, n.Addr())
	}
	for _, n := range nodes {
		n.Serve(addrs)
		t.Cleanup(n.Close)
	}
	return nodes
}

// election lets two nodes campaign at a time: a term has one leader.
func election(t *testing.T, bugs Bugs) {
	nodes := start(t, bugs)
	var terms [2]int
	var errs [2]error
	var wg sync.WaitGroup
	for i := range terms {
		wg.Go(func() { terms[i], errs[i] = nodes[i].Campaign() })
	}
	wg.Wait()
	if errs[0] == nil && errs[1] == nil && terms[0] == terms[1] {
		t.Fatalf("two leaders of term %d", terms[0])
	}
}

// change lets another node lead: what is read is what was written last.
func change(t *testing.T, bugs Bugs) {
	nodes := start(t, bugs)
	first, second := nodes[0], nodes[1]
	if _, err := first.Campaign(); err != nil || first.Write("old") != nil {
		return
	}
	if _, err := second.Campaign(); err != nil || second.Write("new") != nil {
		return
	}
	for _, n := range nodes {
		if value, err := n.Read(); err == nil && value != "new" {
			t.Fatalf("node %s has read %q after %q was written", n.name, value, "new")
		}
	}
}

func TestVotes(t *testing.T) { election(t, Bugs{CountAnswers: true}) }
func TestStale(t *testing.T) { change(t, Bugs{TrustItself: true}) }

func TestElection(t *testing.T) { election(t, Bugs{}) }
func TestChange(t *testing.T)   { change(t, Bugs{}) }
