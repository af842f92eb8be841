package kinds

import (
	"strconv"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// Value is what people want to know of an event besides its kind; unstamp makes a time of what the
// checker was told of it. A value that could be an address is left out: it differs from run to run,
// and saved schedules of the same failure should not.
func Value(ev *checker.Event, unstamp func(int64) int64) string {
	const small = 1 << 20
	switch ev.Kind {
	case checker.Read, checker.Write, checker.Inc, checker.Mask, checker.Merge:
		if v := int64(ev.Val); -small < v && v < small {
			value := strconv.FormatInt(v, 10)
			if ev.Kind == checker.Read && ev.Op.Kind == checker.Store {
				value += wire.Again
			}
			return value
		}
	case checker.Add:
		return strconv.FormatInt(ev.Arg, 10)
	case checker.SendClosed:
		if ev.Op.Kind == checker.Close {
			return Names[checker.Close]
		}
	case checker.Tick:
		return time.Duration(unstamp(ev.Arg)).String()
	}
	return ""
}
