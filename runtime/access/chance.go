package access

import rt "gocheck.dev/runtime"

// Chance that is not math/rand's: made a function of the schedule where that can be, and
// named where it can not.

// Drawn is f, a function of the Go runtime's that the program has got at by a linkname:
// in an execution one that draws from the source of the task that calls it.
func Drawn[F any](f F) F {
	if !rt.Controlled() {
		return f
	}
	var drawn any
	switch any(f).(type) {
	case func() uint32:
		drawn = func() uint32 { return uint32(draw()) }
	case func() uint64:
		drawn = draw
	case func() uint:
		drawn = func() uint { return uint(draw()) }
	case func() int64:
		drawn = func() int64 { return int64(draw()) }
	case func() int:
		drawn = func() int { return int(draw()) }
	case func(uint32) uint32:
		drawn = func(n uint32) uint32 {
			return below(n, func(n uint32) uint32 { return uint32(uint64(uint32(draw())) * uint64(n) >> 32) })
		}
	case func(uint) uint:
		drawn = func(n uint) uint {
			return below(n, func(n uint) uint { return uint(draw() % max(uint64(n), 1)) })
		}
	default:
		return f
	}
	return drawn.(F)
}

// Clock is f, a clock of the Go runtime's that the program has got at by a linkname: in an
// execution that of the task that reads it.
func Clock[F any](s rt.Site, f F) F {
	if !rt.Controlled() {
		return f
	}
	var read any
	switch any(f).(type) {
	case func() int64:
		read = func() int64 { return rt.TimeNow(s).UnixNano() }
	case func() (int64, int32):
		read = func() (int64, int32) { now := rt.TimeNow(s); return now.Unix(), int32(now.Nanosecond()) }
	case func() (int64, int32, int64):
		read = func() (int64, int32, int64) {
			now := rt.TimeNow(s)
			return now.Unix(), int32(now.Nanosecond()), now.UnixNano()
		}
	default:
		return f
	}
	return read.(F)
}

func draw() uint64 {
	v, _ := rt.Random()
	return v
}

// DependsOn is f, whose results do not depend on the schedule alone: it is noted that the
// test asks for them.
func DependsOn[F any](s rt.Site, what string, f F) F {
	rt.Environment().Logs(what)
	rt.Depends(s, what)
	return f
}
