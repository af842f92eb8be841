package progress

import (
	"strings"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

func TestLine(t *testing.T) {
	p := &wire.Progress{Executions: 12400, Depth: 24, Seconds: 2, Failing: 1}
	for _, tt := range []struct {
		mode     string
		terminal bool
		width    int
		want     string
	}{
		{"auto", true, 80, "\rTestX: 12,400 executions, 6200/s, depth 24, 2s, 1 failing; 1 more running\x1b[K\r\x1b[K"},
		{"auto", true, 10, "\rTestX: 12\x1b[K\r\x1b[K"},
		{"auto", false, 80, ""},
		{"off", true, 80, ""},
		{"plain", false, 80, "TestX: 12,400 executions, 6200/s, depth 24, 2s, 1 failing; 1 more running\n"},
	} {
		var w strings.Builder
		l := New(&w, tt.mode, tt.terminal, tt.width)
		l.Clear()
		l.Start("TestX")
		l.Start("TestY")
		l.Update("TestX", p)
		l.End("TestY")
		l.Clear()
		l.Clear()
		if got := w.String(); got != tt.want {
			t.Errorf("%s, terminal %v, width %d:\n got %q\nwant %q", tt.mode, tt.terminal, tt.width, got, tt.want)
		}
	}
}

func TestEstimate(t *testing.T) {
	for estimate, want := range map[float64]string{
		0:      "X: 100 executions, 50/s, depth 3, 2s",
		400:    "X: 100 executions, about 25 % by estimate, 50/s, depth 3, 2s, about 6s left",
		100:    "X: 100 executions, about 99 % by estimate, 50/s, depth 3, 2s",
		100000: "X: 100 executions, about 0.1 % by estimate, 50/s, depth 3, 2s, about 33m left",
		1e6:    "X: 100 executions, less than 0.1 % by estimate, 50/s, depth 3, 2s, about 6h left",
		1e8:    "X: 100 executions, less than 0.1 % by estimate, 50/s, depth 3, 2s, about 23 days left",
		1e20:   "X: 100 executions, less than 0.1 % by estimate, 50/s, depth 3, 2s, years left",
	} {
		if got := Text("X", &wire.Progress{Executions: 100, Depth: 3, Seconds: 2, Estimate: estimate}); got != want {
			t.Errorf("of %g: %q, want %q", estimate, got, want)
		}
	}
}

// In a log there is a line every now and then, not one an update.
func TestPlainRate(t *testing.T) {
	var w strings.Builder
	l := New(&w, "plain", false, 80)
	now := time.Now()
	l.now = func() time.Time { return now }
	for range 10 {
		l.Update("TestX", &wire.Progress{})
		now = now.Add(time.Second)
	}
	if n := strings.Count(w.String(), "\n"); n != 2 {
		t.Errorf("%d lines in 10 s, want 2", n)
	}
}
