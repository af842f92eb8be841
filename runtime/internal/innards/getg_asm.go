//go:build 386 || amd64 || arm64

package innards

// Descriptors says that G is an address.
const Descriptors = true

// G is the address of the calling goroutine's descriptor: what tells a task
// from the goroutines of plain code, which may call entry points at any time
// while a task runs. Go offers nothing of the kind that would be fast enough
// to be asked at every entry point.
func G() uintptr
