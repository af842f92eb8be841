//go:build unix

package signals

import (
	"os"
	"syscall"

	rt "gocheck.dev/runtime"
)

// Kill is syscall.Kill.
func Kill(s rt.Site, pid int, sig syscall.Signal) error {
	if !rt.Controlled() || pid != os.Getpid() || sig == 0 {
		return syscall.Kill(pid, sig)
	}
	send(s, sig)
	return nil
}
