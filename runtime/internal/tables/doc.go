// Package tables keeps package variables that are made in the same way each time, as long as
// nobody has changed them: they need not be made again before the next execution.
package tables
