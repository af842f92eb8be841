package r4app

import (
	"bytes"
	"io"
	"runtime"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A burst is what the user types without waiting for more than the program to
// have had its turn.
type burst []string

// keys are names of keys that have no letter.
var keys = map[string]string{
	"down": "\x1b[B", "up": "\x1b[A", "left": "\x1b[D", "right": "\x1b[C",
	"enter": "\r", "esc": "\x1b", "tab": "\t", "ctrl+c": "\x03", "back": "\x7f",
}

// keyboard is the terminal's input: one key a Read.
type keyboard struct {
	bursts []burst
	at     int // of the first burst: the next key
}

// Read implements io.Reader.
func (k *keyboard) Read(p []byte) (int, error) {
	if len(k.bursts) > 0 && k.at == len(k.bursts[0]) {
		k.bursts, k.at = k.bursts[1:], 0
		time.Sleep(pause)
	}
	if len(k.bursts) == 0 {
		return 0, io.EOF
	}
	for range rounds {
		runtime.Gosched()
	}
	key := k.bursts[0][k.at]
	k.at++
	if name, ok := keys[key]; ok {
		key = name
	}
	return copy(p, key), nil
}

const (
	rounds = 1 // that others get before a key
	pause  = time.Second
	frames = 2 // a second
)

// screen is what the user sees at the end, and what they had been told before.
var screen struct {
	view   string
	path   string
	folder string
	read   map[string]int
	bytes  bool // the terminal was written to
}

// use is a user's session. Panics of the program are its own.
func use(dir string, session ...burst) (Reader, error) {
	var out bytes.Buffer
	m, err := tea.NewProgram(NewReader(dir),
		tea.WithInput(&keyboard{bursts: session}), tea.WithOutput(&out), tea.WithFPS(frames),
		tea.WithoutSignalHandler(), tea.WithoutCatchPanics()).Run()
	r := m.(Reader)
	screen.view, screen.path, screen.folder, screen.read = r.View(), r.path, r.picker.CurrentDirectory, r.read
	screen.bytes = out.Len() > 0
	return r, err
}
