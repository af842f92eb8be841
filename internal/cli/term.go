package cli

import (
	"os"
	"strconv"
)

// defaultWidth is for output that nobody's terminal bounds: files, pipes.
const defaultWidth = 120

// isTerminal reports whether a file is a terminal, or at least a device that
// one could watch.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	return terminalWidth(f) > 0
}

// textWidth is the number of columns for texts: what the user says in COLUMNS,
// else the terminal's.
func textWidth() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if n := terminalWidth(os.Stdout); n > 0 {
		return n
	}
	return defaultWidth
}
