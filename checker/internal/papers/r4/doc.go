// Package r4 is R4: the reorderings of one execution, by the number of conflicts reversed, with
// whole messages as events where these are atomic. docs/design/algorithms-r4.md.
package r4
