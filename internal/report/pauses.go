package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// holdUp is a tick at which tasks could have gone on, and for how long it holds them up.
type holdUp struct {
	tasks []wire.Access
	took  time.Duration
}

// holdUpsOf are those of a schedule. Of tasks that make no step in between it is one.
func holdUpsOf(s *wire.Schedule) (all []holdUp) {
	now, holding, moved := time.Duration(0), false, map[string]bool{}
	for i := range s.Steps {
		st := &s.Steps[i]
		if st.Op != "tick" {
			moved[st.Task], moved[st.Partner] = true, true
			continue
		}
		to, err := time.ParseDuration(st.Value)
		if err != nil {
			continue
		}
		on := holding && slices.Equal(all[len(all)-1].tasks, st.Held) &&
			!slices.ContainsFunc(st.Held, func(a wire.Access) bool { return moved[a.Task] })
		if holding = len(st.Held) > 0; on {
			all[len(all)-1].took += to - now
		} else if holding {
			all = append(all, holdUp{st.Held, to - now})
		}
		clear(moved)
		now = to
	}
	return all
}

// Pauses says whom a schedule holds up, where and for how long; "": nobody.
func Pauses(s *wire.Schedule) string {
	if each, moments := pauses(s); moments {
		return "it takes a collection of garbage: " + each
	} else if each != "" {
		return "it takes a pause: " + each
	}
	return ""
}

// Timing says of a failure what it takes.
func Timing(f *wire.Failure) string {
	each, _ := pauses(f.Schedule)
	return "fails if " + each + ": " + wording.Kind(f.Kind) + ": " + f.Message
}

// pauses lists who is held up, where and for how long. Moments are those of collections.
func pauses(s *wire.Schedule) (text string, moments bool) {
	all := holdUpsOf(s)
	if len(all) == 0 {
		return "", false
	}
	l := LanesOf(s)
	var each []string
	sum := time.Duration(0)
	for _, h := range all {
		var who []string
		for _, a := range h.tasks {
			who = append(who, l.heldUp(a))
		}
		be := "is"
		if len(who) > 1 {
			be = "are"
		}
		held := strings.Join(who, " and ") + " " + be + " held up"
		if sum += h.took; h.took <= wire.Moments {
			each = append(each, held+" meanwhile")
		} else {
			each = append(each, fmt.Sprintf("%s for %v", held, h.took))
		}
	}
	text = strings.Join(each, ", then ")
	if len(each) > 1 && sum > wire.Moments {
		text += fmt.Sprintf(": %v altogether", sum)
	}
	return text, sum <= wire.Moments
}

// heldUp is a task that is held up, which may make no step before the schedule's end, and where. A
// message that is on its way is nowhere in the program.
func (l *Lanes) heldUp(a wire.Access) string {
	i, name := l.Of(a.Task), l.Name(a.Task)
	if i < 0 && a.Object != "" {
		name = "the goroutine of " + shortPos(a.Object)
	}
	switch {
	case !strings.HasPrefix(a.Pos, wire.Nominal) && a.Pos != "":
		name += " at " + withoutColumn(a.Pos)
	case i >= 0 && l.all[i].Labels != "":
		name += " (" + printable.Line(l.all[i].Labels) + ")"
	}
	return name
}
