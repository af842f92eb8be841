//go:build !amd64 && !arm64

package runtime

// getg cannot tell goroutines apart here: whoever calls an entry point while a
// task runs is taken for the task.
func getg() uintptr { return 1 }
