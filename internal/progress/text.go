package progress

import (
	"fmt"
	"math"
	"time"

	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// A job is a test that is running.
type job struct {
	name   string
	began  time.Time // or its phase
	phase  string    // what is done with it; "": it is explored
	budget time.Duration
	recent []wire.Progress // the last ones, oldest first
}

// A rate is taken over so many updates, which come about once a second: an
// exploration may become slower by and by, and its beginning says little.
const recentUpdates = 6

func (j *job) update(p *wire.Progress) {
	j.recent = append(j.recent, *p)
	if n := len(j.recent) - recentUpdates; n > 0 {
		j.recent = j.recent[n:]
	}
}

// rate is the number of executions a second of late, 0 if it is not known.
func (j *job) rate() float64 {
	if len(j.recent) == 0 {
		return 0
	}
	first, last := wire.Progress{}, j.recent[len(j.recent)-1]
	if len(j.recent) > 1 {
		first = j.recent[0]
	}
	if last.Seconds <= first.Seconds {
		return 0
	}
	return float64(last.Executions-first.Executions) / float64(last.Seconds-first.Seconds)
}

// text describes a running test.
func (j *job) text(now time.Time) string {
	elapsed := now.Sub(j.began)
	took := fmt.Sprintf(", %.0fs", elapsed.Truncate(time.Second).Seconds())
	if j.phase != "" {
		return j.name + ": " + j.phase + took
	}
	if len(j.recent) == 0 {
		return j.name + ": exploring" + took + j.left(elapsed, 0)
	}
	p := j.recent[len(j.recent)-1]
	// What matters most comes first: the line is cut where the terminal ends.
	s := j.name + ": " + explored(&p)
	if p.Failing > 0 {
		s += fmt.Sprintf(", %s failing", report.Number(p.Failing))
	}
	rate, more := j.rate(), 0.0
	if rate > 0 {
		s += fmt.Sprintf(", %s/s", report.Number(int64(rate+0.5)))
		if all := float64(p.Estimate); all > 0 && !math.IsInf(all, 0) {
			more = (all - float64(p.Executions)) / rate
		}
	}
	return s + took + j.left(elapsed, more) + fmt.Sprintf(", depth %d", p.Depth)
}

// explored is the number of executions, of how many by estimate. An estimate
// that has been passed is none.
func explored(p *wire.Progress) string {
	switch {
	case !(float64(p.Estimate) > float64(p.Executions)) || math.IsInf(float64(p.Estimate), 0):
		return report.Plural(p.Executions, "execution")
	case p.Estimate >= 1e12:
		return report.Number(p.Executions) + " executions of very many"
	}
	// Two digits are more than is known.
	unit := math.Pow(10, max(math.Floor(math.Log10(float64(p.Estimate)))-1, 0))
	all := int64(math.Ceil(float64(p.Estimate)/unit) * unit)
	return fmt.Sprintf("%s of about %s executions", report.Number(p.Executions), report.Number(all))
}

// left is how long a test will still take: the seconds that are estimated, if
// any are, or what is left of the budget, if that is less.
func (j *job) left(elapsed time.Duration, estimated float64) string {
	budget := (j.budget - elapsed).Seconds()
	switch {
	case j.budget > 0 && budget >= 1 && (estimated <= 0 || budget < estimated):
		return fmt.Sprintf(", %.0fs left of -budget", math.Ceil(budget))
	case j.budget > 0 && budget < 1:
		return "" // any time now
	case estimated >= 1:
		return ", " + duration(estimated) + " left"
	}
	return ""
}

// duration is a number of seconds that is known by estimate only.
func duration(seconds float64) string {
	switch {
	case seconds < 100:
		return fmt.Sprintf("about %.0fs", seconds)
	case seconds < 100*60:
		return fmt.Sprintf("about %.0fm", seconds/60)
	case seconds < 100*3600:
		return fmt.Sprintf("about %.0fh", seconds/3600)
	case seconds < 1000*86400:
		return fmt.Sprintf("about %.0f days", seconds/86400)
	}
	return "years"
}
