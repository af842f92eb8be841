// Package lockorder finds out in which orders the tasks of an execution take locks, and
// whether they make a cycle.
package lockorder
