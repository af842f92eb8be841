// Package store keeps the explored traces for one question: is there one that has all of these
// events?
//
// chains.go numbers events, in chains of which a trace has a beginning. store.go has for each
// chain the traces that contain it, as runs of numbers (runs.go), in lists (lists.go) or, if
// these are long, in pages (pages.go); forget.go drops the oldest. steps.go numbers steps.
// versions.go has the events that an action has led to, where that cannot be computed.
package store
