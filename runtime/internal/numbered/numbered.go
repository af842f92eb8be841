package numbered

import "reflect"

// Same is a == b, where that does not panic.
func Same(a, b any) bool { return isComparable(a) && isComparable(b) && a == b }

func isComparable(v any) bool { return v == nil || reflect.ValueOf(v).Comparable() }

// Values are those of an execution.
type Values struct {
	known map[any]uint64
	last  uint64
}

// Reset begins an execution.
func (n *Values) Reset() { n.known, n.last = nil, 0 }

// Of stands for a value: equal values have equal numbers. Values that cannot be compared have
// numbers that nothing else has: no CAS ever finds them.
func (n *Values) Of(v any) uint64 {
	if v == nil {
		return 0
	}
	if isComparable(v) {
		if i, ok := n.known[v]; ok {
			return i
		}
		if n.known == nil {
			n.known = make(map[any]uint64)
		}
		n.known[v] = n.last + 1
	}
	n.last++
	return n.last
}
