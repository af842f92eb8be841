// Package kinds has the names that schedules give to kinds of events, says which of these names
// an announced operation may come to have, and what is said of an event besides.
package kinds
