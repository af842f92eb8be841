//go:build unix

package nets

import (
	"fmt"
	"syscall"
)

const longestPath = len(syscall.RawSockaddrUnix{}.Path) - 1

const errLong = syscall.EINVAL

// bindFile makes the file of a socket that nobody is behind.
func bindFile(path string, stream bool) (fd int, err error) {
	kind := syscall.SOCK_DGRAM
	if stream {
		kind = syscall.SOCK_STREAM
	}
	syscall.ForkLock.RLock()
	fd, err = syscall.Socket(syscall.AF_UNIX, kind, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return 0, err
	}
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: path}); err != nil {
		syscall.Close(fd)
		return 0, err
	}
	return fd, nil
}

// mayMake reports what keeps the program from making files in a directory.
func mayMake(dir string) error { return syscall.Access(dir, writes) }

const writes = 2

func closeFile(fd int) { syscall.Close(fd) }

// fileNumber is what the file of a socket is known by, whatever it is called.
func fileNumber(path string) (string, error) {
	var st syscall.Stat_t
	if err := syscall.Stat(path, &st); err != nil {
		return "", err
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFSOCK {
		return "", syscall.ECONNREFUSED
	}
	if err := syscall.Access(path, writes); err != nil {
		return "", err
	}
	return fmt.Sprintf("file %d %d", st.Dev, st.Ino), nil
}
