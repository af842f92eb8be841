// Package files is a file manager: a folder, and a form to make new ones in it.
//
// Planted: a form that is submitted twice. The button is dead as soon as the page
// is drawn anew (draw), which is an event of its own; a second click (Submit) that
// comes before it sends a second request, and there are two folders.
//
// To be put up with: the sizes of files come in any order; the status line is
// written by whoever comes last before the answer.
package files

import (
	"fmt"

	"gocheck.dev"
	"gocheck.dev/testdata/r4/page"
)

// Manager is the page. What it holds belongs to the events.
type Manager struct {
	page *page.Page

	sizes map[string]int
	total int

	submitted bool   // the form was
	dead      bool   // the button is drawn so
	name      string // what is in the form
	status    string

	folders []string // what the server has
}

// manager is what the page holds: what a browser calls window.
var manager *Manager

// New makes the page of an empty folder.
func New(p *page.Page) *Manager {
	manager = &Manager{page: p, sizes: map[string]int{}}
	return manager
}

// Load asks for the sizes of the folder's files.
func (m *Manager) Load(files int) {
	for i := range files {
		m.page.Fetch(1+i%4, func() { m.size(fmt.Sprint("file", i), i) })
	}
}

func (m *Manager) size(file string, size int) {
	m.sizes[file] = size
	m.total += size
}

// Type fills in the form.
func (m *Manager) Type(name string) { m.name = name }

// Submit is a click on the button.
func (m *Manager) Submit() {
	if m.dead || m.name == "" {
		return
	}
	// The bug: what counts is whether the form was submitted, not how the
	// button looks.
	//	if m.submitted { return }
	m.submitted = true
	m.status = "one moment"
	name := m.name
	m.page.Fetch(0, m.draw)
	m.page.Fetch(3, func() { m.made(name) })
}

// draw shows the page as it is.
func (m *Manager) draw() { m.dead = m.submitted }

func (m *Manager) made(name string) {
	for m.has(name) {
		name += " (copy)"
	}
	m.folders = append(m.folders, name)
	m.name = ""
	m.submitted, m.dead, m.status = false, false, "made "+name
	gocheck.Assert(len(m.folders) == 1, "one folder was to be made, there are %q", m.folders)
}

func (m *Manager) has(name string) bool {
	for _, f := range m.folders {
		if f == name {
			return true
		}
	}
	return false
}
