package repro

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTimers: a module that asks for the timers of an older release asks for today's where the test
// is in a bubble, which there is with these only.
func TestTimers(t *testing.T) {
	for _, c := range []struct {
		version, more string
		bubble, asks  bool
	}{
		{"1.22", "", true, true},
		{"1.13", "", true, true},
		{"1.22", "", false, false},
		{"1.23", "", true, false},
		{"1.25", "godebug default=go1.21\n", true, true},
		{"1.25", "godebug asynctimerchan=1\n", true, true},
	} {
		file := filepath.Join(t.TempDir(), "go.mod")
		if err := os.WriteFile(file, []byte("module example.com/m\n\ngo "+c.version+"\n\n"+c.more), 0o600); err != nil {
			t.Fatal(err)
		}
		p := &program{main: &module{Path: "example.com/m", GoMod: file, GoVersion: c.version}}
		made, err := p.goMod(c.bubble)
		if err != nil {
			t.Fatal(err)
		}
		text := string(made["go.mod"])
		if asks := strings.Contains(text, "asynctimerchan=0"); asks != c.asks || strings.Contains(text, "asynctimerchan=1") {
			t.Errorf("%+v:\n%s", c, text)
		}
	}
}
