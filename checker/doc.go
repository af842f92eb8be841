// Package checker explores the executions of a concurrent program.
//
// It knows no Go source and no goroutine. It drives a Program through the
// vocabulary of vocab.go, and explores one execution of every
// Mazurkiewicz-style trace: two executions are equivalent when they have the
// same events, ordered the same way by happens-before.
package checker
