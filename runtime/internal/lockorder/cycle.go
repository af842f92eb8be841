package lockorder

// CycleOf is a cycle of which each is one of the next of the one before, beginning with t; nil if
// there is none.
func CycleOf[T comparable](t T, next func(T) []T) []T {
	var path []T
	var find func(u T) bool
	seen := map[T]bool{}
	find = func(u T) bool {
		if u == t && len(path) > 0 {
			return true
		}
		if seen[u] {
			return false
		}
		seen[u] = true
		path = append(path, u)
		for _, v := range next(u) {
			if find(v) {
				return true
			}
		}
		path = path[:len(path)-1]
		return false
	}
	if !find(t) {
		return nil
	}
	return path
}
