package repro

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"gocheck.dev/internal/wire"
)

// TestMeet has two goroutines meet at one place, many times at nearly the same time. Both used to
// take themselves for the first one there, and then nobody came.
func TestMeet(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module example.com/meets\n\ngo 1.25\n",
		"meet_test.go": meeting,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := &repro{trace: newTrace(&wire.Recorded{}), races: true}
	text, err := r.gateFile([]placed{{Name: "A", Says: "two goroutines meet", Meets: true}}, nil, false, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "gate.go"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	// A gate waits for a second, for which a busy machine may stand still; but not each time.
	for try := range 4 {
		out, err := command(context.Background(), dir, []string{"GOWORK=off", "GOFLAGS="}, "go", "test", "-count=1", "-vet=off", "-v", ".")
		if err == nil && !bytes.Contains(out, []byte("went on")) {
			return
		}
		if try == 3 {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

const meeting = `package gate

import (
	"sync"
	"testing"
)

func TestMeet(t *testing.T) {
	for range 2000 {
		gates[0].there = [2]int{}
		start := make(chan bool)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				<-start
				Meet("A")
			})
		}
		close(start)
		wg.Wait()
		if gates[0].there[0] == 0 || gates[0].there[1] == 0 {
			t.Fatal("they have not met")
		}
	}
}
`
