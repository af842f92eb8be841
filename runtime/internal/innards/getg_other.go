//go:build !386 && !amd64 && !arm64

package innards

import (
	"bytes"
	"runtime"
)

// Descriptors says that G is an address.
const Descriptors = false

// G is the number of the calling goroutine, as it is printed with its stack. That
// takes some 3 µs, as long as several steps: instrument says so where a package is
// built for such a processor.
func G() uintptr {
	var buf [len("goroutine 18446744073709551615 ")]byte
	text, _, _ := bytes.Cut(buf[len("goroutine "):runtime.Stack(buf[:], false)], []byte(" "))
	var n uintptr
	for _, c := range text {
		n = n*10 + uintptr(c-'0')
	}
	return n
}
