// Package sub is embedded by another one.
package sub

var n int

func Count() int {
	n++
	return n
}
