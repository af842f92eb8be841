package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

// holdingFake explores in pieces of work that end when they are told to stop, as "Stops" does, or
// when they are told to hold on, as "Ends" does, whose last execution it was then.
func holdingFake() {
	commands := make(chan wire.Command)
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			var c wire.Command
			if json.Unmarshal(lines.Bytes(), &c) != nil {
				os.Exit(9)
			}
			commands <- c
		}
		os.Exit(0)
	}()
	var hold, serial int64
	test := ""
	for c := range commands {
		switch c.Do {
		case wire.DoExplore:
			test, serial = c.Test, c.Serial
			if hold != 0 {
				say(wire.Message{Type: "held", Serial: hold})
			}
		case wire.DoHold:
			if hold = c.Serial; test == "Stops" {
				say(wire.Message{Type: "held", Serial: hold})
			}
		case wire.DoOn:
			hold = 0
		}
		if c.Do == wire.DoLate && c.Serial == serial && test == "Late" {
			c.Do = wire.DoStop
		}
		over := c.Do == wire.DoStop && c.Serial == serial && hold == 0 || test == "Ends" && c.Do == wire.DoHold
		if over && test != "" {
			say(wire.Message{Type: "result", Test: test, Result: &wire.Result{Verdict: "pass", Executions: 1}})
			test = ""
		}
	}
}

// Whoever does a piece of work says that it has begun, and passes on that there is no more time.
func TestHandLate(t *testing.T) {
	h := NewHand(job(t, "Late", "FAKE_HOLDS=1"))
	defer h.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	hints := make(chan Hint, 1)
	hints <- Hint{Late: true}
	var said []string
	w := &Work{Command: wire.Command{Do: wire.DoExplore, Test: "Late"}}
	answer, err := h.Do(ctx, w, t.TempDir(), Times{}, hints, func(m wire.Message) { said = append(said, m.Type+" "+m.Test) })
	if err != nil || len(answer.Messages) != 1 || !slices.Equal(said, []string{"taken Late"}) {
		t.Errorf("%q, %+v, %v", said, answer, err)
	}
}

// A process that is told to hold on when its work is over anyhow does the next work, and work that
// was held can be stopped.
func TestHandHolds(t *testing.T) {
	h := NewHand(job(t, "Ends Stops", "FAKE_HOLDS=1"))
	defer h.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, test := range []string{"Ends", "Stops", "Ends", "Stops"} {
		idle, hints := make(chan struct{}), make(chan Hint, 1)
		var answer Answer
		var err error
		go func() {
			defer close(idle)
			w := &Work{Command: wire.Command{Do: wire.DoExplore, Test: test}}
			answer, err = h.Do(ctx, w, t.TempDir(), Times{}, hints, func(wire.Message) {})
		}()
		h.Pause(ctx, idle)
		h.Resume(ctx, idle)
		hints <- Hint{Leave: true}
		<-idle
		if err != nil || len(answer.Messages) != 1 {
			t.Fatalf("%s: %+v, %v", test, answer, err)
		}
	}
}
