package findings

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
)

// The text of a time stamp has another length from time to time.
func TestSlog(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var buf bytes.Buffer
	l := slog.New(slog.NewJSONHandler(&buf, nil))
	n := 0
	for range 3 {
		wg.Go(func() { mu.Lock(); n++; l.Info("m", "n", n); mu.Unlock() })
	}
	wg.Wait()
	lines := 0
	for line := range bytes.SplitSeq(buf.Bytes(), []byte{'\n'}) {
		var m map[string]any
		if len(line) > 0 {
			if err := json.Unmarshal(line, &m); err != nil {
				t.Fatal(err)
			}
			lines++
		}
	}
	if lines != 3 {
		t.Fatal(lines)
	}
}
