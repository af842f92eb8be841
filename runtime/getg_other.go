//go:build !386 && !amd64 && !arm64

package runtime

import (
	"bytes"
	"runtime"
)

// descriptors says that getg is an address.
const descriptors = false

// getg is the number of the calling goroutine, as it is printed with its stack. That
// takes some 3 µs, as long as several steps: instrument says so where a package is
// built for such a processor.
func getg() uintptr {
	var buf [len("goroutine 18446744073709551615 ")]byte
	text, _, _ := bytes.Cut(buf[len("goroutine "):runtime.Stack(buf[:], false)], []byte(" "))
	var n uintptr
	for _, c := range text {
		n = n*10 + uintptr(c-'0')
	}
	return n
}
