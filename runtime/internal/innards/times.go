package innards

import (
	"sync"
	"time"
	"unsafe"
)

// reading is a time.Time with a reading of the monotonic clock.
type reading struct {
	wall uint64 // the first bit is set; 33 bits of seconds since 1885, 30 of nanoseconds
	ext  int64  // nanoseconds since the process started
	loc  *time.Location
}

const (
	monotonic = 1 << 63
	nsecBits  = 30
)

// wallFrom is the first second that such a time can have.
var wallFrom = time.Date(1885, time.January, 1, 0, 0, 0, 0, time.UTC).Unix()

// Readings says whether a time.Time is made as this package has it.
var Readings = sync.OnceValue(func() bool {
	const d = 12345 * time.Millisecond
	if unsafe.Sizeof(time.Time{}) != unsafe.Sizeof(reading{}) {
		return false
	}
	now := time.Now()
	r := *(*reading)(unsafe.Pointer(&now))
	again := withMonotonic(now, time.Duration(r.ext))
	later := withMonotonic(now.Add(-time.Hour), time.Duration(r.ext)+d)
	return again == now && later.Sub(now) == d && later.Round(0).Equal(now.Add(-time.Hour).Round(0))
})

// WithMonotonic is t, which is Local, as time.Now would give it so long after the process has
// started: it differs from a time that a program makes by itself. Where it cannot be made it is t.
func WithMonotonic(t time.Time, d time.Duration) time.Time {
	if !Readings() {
		return t
	}
	return withMonotonic(t, d)
}

func withMonotonic(t time.Time, d time.Duration) time.Time {
	r := reading{monotonic | uint64(t.Unix()-wallFrom)<<nsecBits | uint64(t.Nanosecond()), int64(d), time.Local}
	return *(*time.Time)(unsafe.Pointer(&r))
}
