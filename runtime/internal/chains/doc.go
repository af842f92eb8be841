// Package chains keeps how many readings of the clock came before an event, in the order of the
// trace. It is passed on from event to event along the predecessors that docs/semantics.md gives
// each kind (checker/internal/trace/dependence.go has the same table for the checker's purposes).
// For every object it has how far the events on it have come. Before the first reading all of
// this is 0, and nothing of it is kept.
package chains
