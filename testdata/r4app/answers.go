package r4app

import (
	"os"
	"strings"

	"github.com/charmbracelet/bubbles/list"
	tea "github.com/charmbracelet/bubbletea"
)

// line is a line of a file, an item of the list.
type line struct{ path, text string }

func (l line) FilterValue() string { return l.text }

// Title and Description are what the list shows of an item.
func (l line) Title() string       { return l.text }
func (l line) Description() string { return l.path }

// linesMsg are the lines of a file.
type linesMsg struct {
	path  string
	items []list.Item
}

// pageMsg is the page of the number-th line that was opened.
type pageMsg struct {
	line   line
	number int
	text   string
}

type failedMsg struct{ err error }

// load is the command that reads a file.
func load(path string) tea.Cmd {
	return func() tea.Msg {
		text, err := os.ReadFile(path)
		if err != nil {
			return failedMsg{err}
		}
		msg := linesMsg{path: path}
		for l := range strings.Lines(string(text)) {
			msg.items = append(msg.items, line{path, strings.TrimSpace(l)})
		}
		return msg
	}
}

// fetch is the command that makes the page of a line.
func fetch(l line, number int) tea.Cmd {
	return func() tea.Msg {
		return pageMsg{line: l, number: number, text: strings.Repeat(l.text+"\n", 12)}
	}
}
