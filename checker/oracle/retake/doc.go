// Package retake takes the trace of an execution down again, for tests that demand that a trace of
// which a beginning was kept is the same.
package retake
