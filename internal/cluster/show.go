package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// showFor is how long workers are listened to: two beats at least.
const showFor = 2*beat + beat/2

// Show describes the runs of a cluster, and their workers.
func Show(ctx context.Context, road Road) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, showFor)
	defer cancel()
	var mu sync.Mutex
	var runs []Run
	first, now := map[string]Status{}, map[string]Status{} // by run and worker
	err := road.Runs(ctx, func(all []Run) {
		mu.Lock()
		defer mu.Unlock()
		for _, r := range all {
			if slices.ContainsFunc(runs, func(o Run) bool { return o.ID == r.ID }) {
				continue
			}
			runs = append(runs, r)
			_, _ = road.Hear(r.ID, "worker.*", func(_ string, data []byte) {
				var s Status
				if json.Unmarshal(data, &s) != nil {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				key := r.ID + " " + s.Worker
				if _, ok := first[key]; !ok {
					first[key] = s
				}
				now[key] = s
			})
		}
	})
	if err != nil {
		return "", err
	}
	mu.Lock()
	defer mu.Unlock()
	if len(runs) == 0 {
		return "no run\n", nil
	}
	var text strings.Builder
	for _, r := range runs {
		list, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		q, err := road.Queue(list, r.ID)
		cancel()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "run %s of process %d at %s, gocheck %s %s/%s\n", r.ID, r.PID, r.Host, r.Version, r.GOOS, r.GOARCH)
		fmt.Fprintf(&text, "pieces of work: %d wait, %d in hand, %d done\n", q.Waiting, q.InHand, q.Done)
		t := tabwriter.NewWriter(&text, 0, 8, 2, ' ', 0)
		fmt.Fprintln(t, "WORKER\tHOST\tPROCESSES\tIN HAND\tOLDEST\tDONE\tPER SECOND\t")
		for _, key := range sorted(now) {
			id, _ := strings.CutPrefix(key, r.ID+" ")
			if id == key {
				continue
			}
			s := now[key]
			oldest, test := 0.0, ""
			for _, w := range s.Works {
				if w.Seconds >= oldest {
					oldest, test = w.Seconds, w.Test
				}
			}
			rate := float64(s.Done-first[key].Done) / showFor.Seconds()
			fmt.Fprintf(t, "%.8s\t%s:%d\t%d\t%d\t%.1f s %s\t%d\t%.1f\t%s\n", s.Worker, s.Host, s.PID, s.Slots, len(s.Works), oldest, test, s.Done, rate, s.Refuses)
		}
		_ = t.Flush() // to a string
	}
	return text.String(), nil
}

func sorted(m map[string]Status) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
