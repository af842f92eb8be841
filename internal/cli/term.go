package cli

import (
	"os"
	"strconv"
)

// defaultWidth is for output to files and pipes.
const defaultWidth = 120

// leastWidth is the width of a terminal that does not tell its width.
const leastWidth = 80

// watched is the width of a terminal that lines can be overwritten on, nil if f
// is none.
func watched(f *os.File) func() int {
	if !isTerminal(f) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return func() int {
		if n := terminalWidth(f); n > 1 { // some have never been told theirs
			return n
		}
		return leastWidth
	}
}

// isTerminal reports whether a file is a terminal, or at least a device that
// one could watch.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	return terminalWidth(f) > 0
}

// showsColors reports whether a file is a terminal whose user wants colours, by
// the conventions of no-color.org.
func showsColors(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(f)
}

// colors reports whether the text is to have colours.
func (a *App) colors(o *options) bool {
	return !o.json && (o.color == "always" || o.color == "auto" && a.Color)
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
