// Package pause makes a test take longer by the clock. It is not rewritten: its time is
// the machine's.
package pause

import (
	"bytes"
	"os"
	"time"
)

var pause, _ = time.ParseDuration(os.Getenv("CORES_PAUSE"))

// Now takes as long as the environment says.
func Now() { time.Sleep(pause) }

// UntilKept waits until a checkpoint has a part of a test, at most half a minute.
func UntilKept(checkpoint string) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if data, err := os.ReadFile(checkpoint); err == nil && bytes.Contains(data, []byte(`"Part":"`)) {
			return
		}
	}
}
