// Package orders makes orders of n things, as lists of the numbers below n.
package orders

// Rotated are the numbers below n from at on.
func Rotated(n, at int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = (at + i) % n
	}
	return order
}

// Shuffled are the numbers below n, in an order that below makes: the first is one of n, the
// next one of those that are left.
func Shuffled(n int, below func(n int) int) []int {
	order := Rotated(n, 0)
	for i := range n - 1 {
		j := i + below(n-i)
		order[i], order[j] = order[j], order[i]
	}
	return order
}
