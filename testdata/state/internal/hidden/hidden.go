// Package hidden is an internal package with state.
package hidden

var last int

// Next counts.
func Next() int {
	last++
	return last
}
