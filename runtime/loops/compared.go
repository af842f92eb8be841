package loops

import (
	"cmp"
	"time"

	"gocheck.dev/runtime"
)

// Order compares a with b, as cmp.Compare does, where one of them has been computed from what the
// clock shows.
func Order[D ~int64](a, b D) int {
	runtime.Compared(time.Duration(a - b))
	return cmp.Compare(a, b)
}

// OrderTimes is a.Compare(b), where one of them is from the clock.
func OrderTimes(a, b time.Time) int {
	runtime.Compared(a.Sub(b))
	return a.Compare(b)
}
