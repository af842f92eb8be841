//go:build unix

package gocmd

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a go command into a process group of its own, so that its
// compilers and linkers can be ended with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func killGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
