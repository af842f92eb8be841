//go:build unix

package runtime

import (
	"os"
	"syscall"
)

// SyscallKill is syscall.Kill.
func SyscallKill(s Site, pid int, sig syscall.Signal) error {
	if current() == nil || pid != os.Getpid() || sig == 0 {
		return syscall.Kill(pid, sig)
	}
	signalSelf(s, sig)
	return nil
}
