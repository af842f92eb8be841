package worker

import (
	"os"
	"os/exec"
	"sync"
)

// running are the processes that have not ended, and the folders that they read at their
// beginning.
var running struct {
	mu      sync.Mutex
	cmds    map[*exec.Cmd]bool
	folders map[string]bool
}

// reads notes a folder, until the function that it returns is called, which removes it.
func reads(folder string) (remove func()) {
	running.mu.Lock()
	defer running.mu.Unlock()
	if running.folders == nil {
		running.folders = map[string]bool{}
	}
	running.folders[folder] = true
	return sync.OnceFunc(func() {
		running.mu.Lock()
		defer running.mu.Unlock()
		os.RemoveAll(folder)
		delete(running.folders, folder)
	})
}

// began notes a process, until the function that it returns is called.
func began(cmd *exec.Cmd) (ended func()) {
	running.mu.Lock()
	defer running.mu.Unlock()
	if running.cmds == nil {
		running.cmds = map[*exec.Cmd]bool{}
	}
	running.cmds[cmd] = true
	return func() {
		running.mu.Lock()
		defer running.mu.Unlock()
		delete(running.cmds, cmd)
	}
}

// Abandon ends all processes at once, and what they have started: they are in
// groups of their own and would outlive a gocheck that is ended by force.
func Abandon() {
	running.mu.Lock()
	defer running.mu.Unlock()
	for cmd := range running.cmds {
		killGroup(cmd)
	}
	for folder := range running.folders {
		os.RemoveAll(folder)
	}
}
