package trace

import (
	"math/rand/v2"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// TestWithin holds the walks over the uses of an object by a set to those over all its uses.
func TestWithin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, events := range []int{1, 7, 64, 3000} {
		tr := used(random, events)
		for range 200 {
			in := sparse(random, tr, random.IntN(events+1))
			for o := range tr.Heads {
				var want, got []int32
				for n := tr.Heads[o]; n >= 0; n = tr.Nodes[n].Prev {
					if in.Has(tr.Nodes[n].Ev) {
						want = append(want, n)
					}
				}
				for n := tr.Newest(checker.Object(o), in); n >= 0; n = tr.Older(n, in) {
					got = append(got, n)
				}
				if len(got) != len(want) {
					t.Fatalf("%d uses by %d events, want %d", len(got), events, len(want))
				}
				for i := range got {
					if got[i] != want[i] {
						t.Fatalf("use %d of %d events is %d, want %d", i, events, got[i], want[i])
					}
				}
			}
		}
	}
}

// TestLeaps: the oldest use of many is found in few steps.
func TestLeaps(t *testing.T) {
	tr := used(rand.New(rand.NewPCG(1, 2)), 1<<15)
	for o := range tr.Heads {
		steps := 0
		for n := tr.Heads[o]; n >= 0; steps++ {
			if tr.Nodes[n].far >= 0 {
				n = tr.Nodes[n].far
			} else {
				n = tr.Nodes[n].Prev
			}
		}
		if steps > 40 {
			t.Errorf("from the newest use of object %d to the oldest one it takes %d steps", o, steps)
		}
	}
}

// TestElements holds the search for an element of a channel to a walk over all its uses.
func TestElements(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, events := range []int{1, 10, 2000} {
		tr := used(random, 0)
		var sent, received []int32
		for n := range int32(events) {
			e := Event{Kind: checker.Send}
			c := sends
			switch r := random.IntN(5); {
			case r == 0:
				e.Kind, c = checker.Default, counts
			case r < 3 && len(received) < len(sent):
				e.Kind, c = checker.Recv, receives
				received = append(received, n)
			default:
				sent = append(sent, n)
			}
			if c != counts {
				e.sends, e.recvs = int32(len(sent)), int32(len(received))
			}
			tr.Events = append(tr.Events, e)
			tr.grow(n)
			tr.use(n, 0, c)
		}
		for i, want := range sent {
			if got := tr.Element(0, checker.Send, int32(i)); got != want {
				t.Fatalf("element %d is sent by event %d, want %d", i, got, want)
			}
		}
		for i, want := range received {
			if got := tr.Element(0, checker.Recv, int32(i)); got != want {
				t.Fatalf("element %d is received by event %d, want %d", i, got, want)
			}
		}
		if got := tr.Element(0, checker.Send, int32(len(sent))); got >= 0 {
			t.Fatalf("event %d sends an element that nobody sends", got)
		}
	}
}

// used is a trace in which so many events use two objects.
func used(random *rand.Rand, events int) *Trace {
	tr := &Trace{Heads: []int32{-1, -1}, Infos: make([]checker.ObjectInfo, 2), Words: 1}
	for n := range int32(events) {
		tr.Events = append(tr.Events, Event{})
		tr.grow(n)
		for range 1 + random.IntN(2) { // by effects an event may use an object twice
			tr.use(n, checker.Object(random.IntN(2)), Reads)
		}
	}
	return tr
}

// sparse is a set: most of the first n events, and some of the others.
func sparse(random *rand.Rand, tr *Trace, n int) flat.Set {
	in := make(flat.Set, tr.Words)
	few := 1 + random.IntN(len(tr.Events))
	for e := range int32(len(tr.Events)) {
		if int(e) < n && random.IntN(16) > 0 || random.IntN(few) == 0 {
			in.Add(e)
		}
	}
	return in
}
