// Package unseen finds in a file what nobody can tell apart, by the look of the source: orders of
// loops over maps, orders of accesses that commute, random numbers that are only compared. So
// they need not be explored. Each is known by its place in the syntax tree; the rewriter says it
// to the runtime. On the same way through the file it notes how contexts are called.
package unseen
