package main

// reasons say, by name, why a reproduction does not fail nearly each time.
var reasons = map[string]string{
	"kernels/eventloop.TestUnorderedQueueBuggy": "a handler's queue is FIFO natively: the order of its events cannot be had",
	"kernels/eventloop.TestStaleCallbackBuggy":  "a handler's queue is FIFO natively: the order of its events cannot be had",
}
