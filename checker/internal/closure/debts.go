package closure

import (
	"encoding/binary"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// debts are explored traces whose reversals have to be found a second time, as
// there was no memory for the fragments that they had left to be run. Of such a
// trace only a schedule is kept: one or two bytes an event, where a fragment
// takes hundreds.
type debts struct {
	schedules []byte
	ends      []int // of each in schedules
}

// add owes the execution with the given steps.
func (d *debts) add(steps []trace.Step) {
	b := d.schedules
	for i := range steps {
		dec := &steps[i].Dec
		task := uint64(dec.Task) << 1
		if dec.Choice == 0 && dec.PartnerChoice == 0 && dec.Partner == checker.NoTask {
			b = binary.AppendUvarint(b, task)
			continue
		}
		b = binary.AppendUvarint(b, task|1)
		b = binary.AppendVarint(b, int64(dec.Choice))
		b = binary.AppendUvarint(b, uint64(dec.Partner))
		b = binary.AppendVarint(b, int64(dec.PartnerChoice))
	}
	d.schedules = b
	d.ends = append(d.ends, len(b))
}

// pop appends the steps of the execution that was added last, without the keys
// of their events, and forgets it.
func (d *debts) pop(buf []trace.Step) []trace.Step {
	n := len(d.ends) - 1
	buf = d.steps(n, buf)
	d.schedules, d.ends = d.schedules[:d.begin(n)], d.ends[:n]
	return buf
}

// begin is where the n-th schedule begins.
func (d *debts) begin(n int) int {
	if n == 0 {
		return 0
	}
	return d.ends[n-1]
}

// steps appends those of the n-th schedule.
func (d *debts) steps(n int, buf []trace.Step) []trace.Step {
	b := d.schedules[d.begin(n):d.ends[n]]
	unsigned := func() uint64 {
		v, size := binary.Uvarint(b)
		b = b[size:]
		return v
	}
	signed := func() int32 {
		v, size := binary.Varint(b)
		b = b[size:]
		return int32(v)
	}
	for len(b) > 0 {
		task := unsigned()
		dec := checker.Decision{Task: checker.Task(task >> 1), Partner: checker.NoTask}
		if task&1 != 0 {
			dec.Choice = signed()
			dec.Partner = checker.Task(unsigned())
			dec.PartnerChoice = signed()
		}
		buf = append(buf, trace.Step{Dec: dec})
	}
	return buf
}

func (d *debts) bytes() int64 { return int64(cap(d.schedules) + 8*cap(d.ends)) }

// owe drops the older executions with all their fragments, about half of them,
// and notes what is owed. False if all fragments are of one execution.
func (p *pending) owe(d *debts) bool {
	if len(p.stack) == 0 {
		return false
	}
	cut := p.stack[len(p.stack)/2].made
	if oldest := p.stack[0].made; cut == oldest {
		if cut = p.stack[len(p.stack)-1].made; cut == oldest {
			return false
		}
	}
	var steps []trace.Step
	for i := range cut {
		steps = steps[:0]
		for _, n := range p.stepsOf(i) {
			steps = append(steps, p.table.List[n].Step)
		}
		d.add(steps)
	}
	p.keep(func(old *pending, n int) bool { return old.stack[n].made >= cut })
	return true
}
