package main

// reasons say, by name, why a reproduction does not fail nearly each time.
var reasons = map[string]string{
	"kernels/misuse.TestEarlyReuseBuggy": "the race detector sees it only in the instant in which one who waits is woken: no place for a gate",
	"kernels/polls.TestLateErrorBuggy":   "a timer fires a minute after the test, when natively the process is over",
}
