// Package event is Event-DPOR, for threads and handlers with unordered mailboxes.
// docs/design/algorithms-event.md has what was built, and where it differs from the paper.
package event
