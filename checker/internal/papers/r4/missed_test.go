package r4_test

import (
	"testing"

	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// TestR4Missed has the smallest programs of which versions of r4 missed traces,
// each for a reason of its own.
func TestR4Missed(t *testing.T) {
	for _, text := range []string{
		// Before another receive one from a closed channel might have got an element.
		"chan c1=2; t0: close(c1) recv(c1); t1: send(c1,1); t2: recv(c1)",
		// Either side of a rendezvous might have met another partner.
		"t0: send(c1,1); t1: send(c1,2); t2: recv(c1) recv(c1)",
		// A message that waits for ever ends an execution, and is not atomic.
		"chan c1=1; t0: post(m0,h0) post(m3,h0); m0:; m3: recv(c1)",
		// Of what is pending no race covers another one.
		"chan c0=1 c1=1; t0: send(c0,1) post(m1,h0) post(m2,h0) recv(c1) select{ send(c0,2){} default{}}; m1: select{ recv(c1){} send(c0,1){}}; m2: send(c1,2)",
		// A message may be handed something by a task that waits.
		"chan c0=1; t1: post(m0,h1) send(c1,2); m0: select{ recv(c1){} default{}}",
		// A race that cannot be reversed covers none: full before it is closed, held
		// while it is tried.
		"coarse; chan c0=1; t1: send(c0,2) close(c0); t2: send(c0,2)",
		"t0: lock(k0) tryrlock(k0) unlock(k0); t1: lock(k0)",
		// Not even in the list of what an operation conflicts with.
		"t0: ticker(T0,2); t2: after(T1,2,f0); m1: after(T2,2,f0); f0: trecv(T0) treset(T0,2)",
		// What an operation needs to be possible earlier may come after it here, and
		// not until another race has been reversed.
		"t0: close(c0); t1: recv(c0); t2: send(c0,2)",
		"coarse; t0: send(c0,1); t1: close(c0); f0: recv(c0)",
		"chan c0=2; t0: send(c0,2) send(c0,1) send(c0,2); t1: close(c0) recv(c0); t2: recv(c0)",
		// What a message sends lets another task go on that has no step afterwards.
		"chan c0=1; t0: post(m1,h0); t2: recv(c0); m1: send(c0,1) recv(c0)",
		// A message of the same handler, which cannot begin while this one waits, is
		// what it would wait for.
		"chan c0=2; t0: post(m0,h0) post(m1,h0); m0: send(c0,2); m1: recv(c0)",
		// Room in a channel may be due to an earlier step of the same event.
		"chan c0=1; t0: send(c0,2); t1: send(c0,2); t2: recv(c0); t3: loop1{ recv(c0) send(c0,1)}",
		// A message waits for whoever comes, not only for what came.
		"t0: send(c0,2); t1: post(m0,h1); t2: post(m2,h0); m0: close(c0); m2: recv(c0)",
	} {
		p, err := lang.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var sum trial.Tally
		if err := trial.Guarded(p, "r4", 20000, &sum); err != nil || sum.Programs == 0 {
			t.Errorf("%v, %v: %s", err, sum, text)
		}
	}
}
