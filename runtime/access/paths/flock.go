//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package paths

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	rt "gocheck.dev/runtime"
)

// Flock is Flock of packages syscall and unix: who holds a lock of a file is known to the kernel.
// That it is asked for, or given back, changes the file, as to close it does, which gives it back,
// too.
func Flock(s rt.Site, fd, how int) error {
	if !rt.Controlled() {
		return syscall.Flock(fd, how)
	}
	path, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
	if err != nil && syscall.Access("/proc/self/fd", 0) != nil {
		rt.Unsupported(s, "syscall.Flock")
	}
	does := "lock "
	if how&syscall.LOCK_UN != 0 {
		does = "unlock "
	}
	consults(path, s, does+filepath.Base(path), true)
	err = syscall.Flock(fd, how|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK && how&syscall.LOCK_NB == 0 {
		rt.Unsupported(s, "syscall.Flock, where another descriptor holds the lock,")
	}
	return err
}
