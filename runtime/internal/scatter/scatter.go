package scatter

// Step is the increment of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators, 2014).
const Step = 0x9e3779b97f4a7c15

// Mix is its output function.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below draws numbers below n, and keeps what it draws from in state.
func Below(state *uint64) func(n int) int {
	return func(n int) int {
		*state += Step
		return int(Mix(*state) % uint64(n))
	}
}

// Rotated are the numbers below n from at on.
func Rotated(n, at int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = (at + i) % n
	}
	return order
}

// Shuffle brings order into another one, that below makes: the first is one of all, the next one of
// those that are left.
func Shuffle(order []int, below func(n int) int) []int {
	n := len(order)
	for i := range n - 1 {
		j := i + below(n-i)
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// Ordered is all in that order; nil: as it is.
func Ordered[T any](all []T, order []int) []T {
	if order == nil {
		return all
	}
	out := make([]T, len(all))
	for i, at := range order {
		out[i] = all[at]
	}
	return out
}
