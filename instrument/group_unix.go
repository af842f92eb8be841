//go:build unix

package instrument

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a go command that compiles into a process group of its own, so
// that its compilers and linkers can be ended with it: it would wait for them
// when it is interrupted.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// interrupt ends a go command in order, which removes its work directory then.
func interrupt(cmd *exec.Cmd) error {
	to := cmd.Process.Pid
	if cmd.SysProcAttr != nil {
		to = -to
	}
	return syscall.Kill(to, syscall.SIGINT)
}
