//go:build unix

package access

import (
	"os"
	"syscall"

	rt "gocheck.dev/runtime"
)

// SyscallKill is syscall.Kill.
func SyscallKill(s rt.Site, pid int, sig syscall.Signal) error {
	if !rt.Controlled() || pid != os.Getpid() || sig == 0 {
		return syscall.Kill(pid, sig)
	}
	signalSelf(s, sig)
	return nil
}
