//go:build unix

package nets

import "syscall"

const longestPath = len(syscall.RawSockaddrUnix{}.Path) - 1

const errLong = syscall.EINVAL

// bindFile makes the file of a socket that nobody is behind.
func bindFile(path string, stream bool) error {
	kind := syscall.SOCK_DGRAM
	if stream {
		kind = syscall.SOCK_STREAM
	}
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_UNIX, kind, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	return syscall.Bind(fd, &syscall.SockaddrUnix{Name: path})
}

// mayMake reports what keeps the program from making files in a directory.
func mayMake(dir string) error { return syscall.Access(dir, writes) }

const writes = 2

// numberOf is what the file system knows the file of a socket by, whatever it is called. A number
// that is free again is given again, or not: other processes ask for numbers, too.
func numberOf(path string) (fileNumber, error) {
	var st syscall.Stat_t
	if err := syscall.Stat(path, &st); err != nil {
		return fileNumber{}, err
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFSOCK {
		return fileNumber{}, syscall.ECONNREFUSED
	}
	if err := syscall.Access(path, writes); err != nil {
		return fileNumber{}, err
	}
	return fileNumber{uint64(st.Dev), st.Ino}, nil
}
