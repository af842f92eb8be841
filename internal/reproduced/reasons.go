package main

// reasons say, by name, why a reproduction does not fail nearly each time.
var reasons = map[string]string{
	"kernels/timers.TestLateCheckBuggy": "the goroutine is held up where it only looks at the clock: no place for a gate",
}
