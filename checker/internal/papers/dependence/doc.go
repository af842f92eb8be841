// Package dependence says which operations dpor and r4 take for dependent, and which of them may be
// enabled at once.
package dependence
