//go:build unix

package worker

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process in a group of its own: Ctrl-C then reaches gocheck
// alone, which ends its workers in order, and what a test has started can be
// ended with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup ends the process and what it has started. Errors mean that nobody
// is left.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// askToEnd makes the binary end the exploration and say what it knows.
func askToEnd(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGINT)
}

// askForStacks makes a Go program print the stacks of all its goroutines and
// end.
func askForStacks(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGQUIT)
}
