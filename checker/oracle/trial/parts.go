package trial

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
)

// Namer writes schedules in the names of a program's tasks.
type Namer struct {
	P     *lang.Program
	names []string
}

func (n *Namer) name(t checker.Task) string {
	for int(t) >= len(n.names) {
		n.names = append(n.names, n.P.TaskName(checker.Task(len(n.names))))
	}
	return n.names[t]
}

// Schedule is a schedule as text, with tasks by name.
func (n *Namer) Schedule(decisions []checker.Decision) string {
	var b []byte
	for _, d := range decisions {
		b = append(append(b, n.name(d.Task)...), byte('0'+d.Choice))
		if d.Partner != checker.NoTask {
			b = append(append(append(b, '>'), n.name(d.Partner)...), byte('0'+d.PartnerChoice))
		}
		b = append(b, ' ')
	}
	return string(b)
}

// Damage decodes parts at random, each changed a little, n times, and says how many
// were errors. The others are encoded and decoded again.
func Damage(t *testing.T, parts [][]byte, n int) (failed int) {
	t.Helper()
	r := rand.New(rand.NewSource(1))
	for range n {
		data := slices.Clone(parts[r.Intn(len(parts))])
		switch r.Intn(3) {
		case 0:
			data = data[:r.Intn(len(data))]
		case 1:
			data = append(data, byte(r.Intn(256)))
		default:
			for range 1 + r.Intn(3) {
				data[r.Intn(len(data))] = byte(r.Intn(256))
			}
		}
		p, err := explore.DecodePart(data)
		if err != nil {
			failed++
			continue
		}
		again, err := explore.DecodePart(p.Encode())
		if err != nil || again.Whole() != p.Whole() || !bytes.Equal(again.Encode(), p.Encode()) {
			t.Fatalf("a part that was decoded cannot be encoded again: %v", err)
		}
	}
	return failed
}
