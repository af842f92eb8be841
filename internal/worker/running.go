package worker

import (
	"os/exec"
	"sync"
)

// running are the processes that have not ended.
var running struct {
	mu   sync.Mutex
	cmds map[*exec.Cmd]bool
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

// KillAll ends all processes at once, and what they have started: they are in
// groups of their own and would outlive a gocheck that is ended by force.
func KillAll() {
	running.mu.Lock()
	defer running.mu.Unlock()
	for cmd := range running.cmds {
		killGroup(cmd)
	}
}
