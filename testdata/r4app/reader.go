package r4app

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/charmbracelet/bubbles/filepicker"
	"github.com/charmbracelet/bubbles/list"
	"github.com/charmbracelet/bubbles/spinner"
	"github.com/charmbracelet/bubbles/stopwatch"
	"github.com/charmbracelet/bubbles/viewport"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

// pane is what keys go to.
type pane int

const (
	picking pane = iota
	listing
	reading
)

// Reader is the program's model.
type Reader struct {
	pane    pane
	picker  filepicker.Model
	list    list.Model
	page    viewport.Model
	spinner spinner.Model
	watch   stopwatch.Model

	path    string // of the file in the list, or of the one that is asked for
	loading int    // answers that are to come
	opened  int    // lines that were opened so far
	read    map[string]int
	err     error
}

// NewReader shows the files of a folder.
func NewReader(dir string) Reader {
	r := Reader{
		picker:  filepicker.New(),
		list:    list.New(nil, list.NewDefaultDelegate(), 40, 16),
		page:    viewport.New(40, 4),
		spinner: spinner.New(),
		watch:   stopwatch.New(),
		read:    map[string]int{},
	}
	r.picker.CurrentDirectory = dir
	r.picker.AutoHeight = false
	r.picker.SetHeight(8)
	r.picker.ShowPermissions, r.picker.ShowSize = false, false
	r.list.Title = "Lines"
	r.list.DisableQuitKeybindings()
	return r
}

// Init implements tea.Model.
func (r Reader) Init() tea.Cmd { return tea.Batch(r.picker.Init(), r.watch.Init()) }

// Update implements tea.Model.
func (r Reader) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return r.key(msg)
	case tea.WindowSizeMsg:
		r.list.SetSize(msg.Width/2, msg.Height-6)
		r.page.Width = msg.Width / 2
	case linesMsg:
		return r.lines(msg)
	case pageMsg:
		return r.opens(msg)
	case failedMsg:
		r.loading--
		r.err = msg.err
		return r, nil
	}
	// What belongs to a component is told by its type, or by a number in it.
	var cmds [4]tea.Cmd
	r.picker, cmds[0] = r.picker.Update(msg)
	r.list, cmds[1] = r.list.Update(msg)
	r.watch, cmds[2] = r.watch.Update(msg)
	if _, ok := msg.(spinner.TickMsg); !ok || r.loading > 0 {
		r.spinner, cmds[3] = r.spinner.Update(msg)
	}
	return r, tea.Batch(cmds[:]...)
}

// key does what a key says in the present pane.
func (r Reader) key(msg tea.KeyMsg) (Reader, tea.Cmd) {
	switch {
	case msg.Type == tea.KeyCtrlC:
		return r, tea.Quit
	case msg.Type == tea.KeyTab:
		r.pane = (r.pane + 1) % 3
		return r, nil
	}
	var cmd tea.Cmd
	switch r.pane {
	case picking:
		r.picker, cmd = r.picker.Update(msg)
		if ok, path := r.picker.DidSelectFile(msg); ok {
			r.path = path
			r.loading++
			cmd = tea.Batch(cmd, load(path), r.spinner.Tick)
		}
	case listing:
		if msg.Type == tea.KeyEnter && r.list.FilterState() != list.Filtering {
			if line, ok := r.list.SelectedItem().(line); ok {
				r.opened++
				r.loading++
				return r, tea.Batch(fetch(line, r.opened), r.spinner.Tick)
			}
		}
		r.list, cmd = r.list.Update(msg)
	case reading:
		r.page, cmd = r.page.Update(msg)
	}
	return r, cmd
}

// lines are those of a file: of the one that was asked for last, or nobody wants
// them any more.
func (r Reader) lines(msg linesMsg) (Reader, tea.Cmd) {
	r.loading--
	if msg.path != r.path {
		return r, nil
	}
	r.list.Title = filepath.Base(msg.path)
	r.pane = listing
	cmd := r.list.SetItems(msg.items)
	return r, tea.Batch(cmd, r.list.NewStatusMessage(fmt.Sprint(len(msg.items), " lines")))
}

// opens shows the page of the line that was opened last, and counts them all.
func (r Reader) opens(msg pageMsg) (Reader, tea.Cmd) {
	r.loading--
	r.read[msg.line.text]++
	if msg.number == r.opened {
		r.page.SetContent(msg.text)
		r.pane = reading
	}
	return r, nil
}

// View implements tea.Model.
func (r Reader) View() string {
	head := fmt.Sprintf("%s read %d in %v", [...]string{"files", "lines", "page"}[r.pane], len(r.read), r.watch.Elapsed().Truncate(time.Second))
	if r.loading > 0 {
		head += " " + r.spinner.View()
	}
	if r.err != nil {
		head += " " + r.err.Error()
	}
	right := lipgloss.JoinVertical(lipgloss.Left, r.list.View(), r.page.View())
	return head + "\n" + lipgloss.JoinHorizontal(lipgloss.Top, r.picker.View(), " ", right)
}
