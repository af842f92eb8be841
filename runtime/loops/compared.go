package loops

import (
	"cmp"
	"time"

	"gocheck.dev/runtime"
)

// Order compares a with b, as cmp.Compare does, where one of them has been computed from what the
// clock shows. Grows says whether a - b becomes more as time passes, or less.
func Order[D ~int64](a, b D, grows bool) int {
	runtime.Compared(time.Duration(a-b), grows)
	return cmp.Compare(a, b)
}

// OrderTimes is a.Compare(b) in the same way.
func OrderTimes(a, b time.Time, grows bool) int {
	runtime.Compared(a.Sub(b), grows)
	return a.Compare(b)
}
