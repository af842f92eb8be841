// Package kinds has the names that schedules give to kinds of events, and says which of these
// names an announced operation may come to have.
package kinds
