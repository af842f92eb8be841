// Package other has tables of its own, and writes to those of others.
package other

// Primes is a table that anybody may write to.
var Primes = sieve(60)

func sieve(n int) []int {
	var all []int
	for i := 2; i < n; i++ {
		prime := true
		for _, p := range all {
			prime = prime && i%p != 0
		}
		if prime {
			all = append(all, i)
		}
	}
	return all
}

// Shuffle writes to a table.
func Shuffle(table []int) { table[0], table[1] = table[1], table[0] }

// A Node is part of a list.
type Node struct {
	Next *Node
	n    int
}

// List is a list of n nodes.
func List(n int) *Node {
	var first *Node
	for i := range n {
		first = &Node{first, i}
	}
	return first
}

// Bump changes the node.
func (n *Node) Bump() { n.n += 100 }

// Value is what is in the node.
func (n *Node) Value() int { return n.n }
