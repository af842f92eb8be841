package worker

import (
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"time"

	"gocheck.dev/internal/wire"
)

// A served process is a test binary that gets its work piece by piece
// (wire.Command).
type served struct {
	far   *far // where it is, if it is none of this machine; nil: the next two
	cmd   *exec.Cmd
	in    io.WriteCloser
	begin time.Duration
	grace time.Duration

	// Of the pool, which alone looks at them.
	listed   bool           // it has named its tests
	at       *piece         // what it works on, nil: nothing
	asked    bool           // to give a part of that away
	fresh    bool           // asked: for a process that has nothing to do; else for an owner that waits,
	to       int            // which has this number, or will have it
	halted   int64          // told to hold on between two executions, by the command of that serial; 0: not
	held     bool           // it does
	idle     time.Time      // since when
	silent   time.Time      // when it counts as hanging; zero: never
	end      ending         // how it is ending
	closed   bool           // it gets no more work
	taken    bool           // far: its work was begun
	hurried  time.Time      // far: when it was told that there is no more time
	progress *wire.Progress // that it has said last of its work
}

// event is what the pool is told of a process: a message, or that it is over.
type event struct {
	of   *served
	work string // far: the id of the work that it is about
	m    wire.Message
	end  *ending
}

// serve starts the binary. The error says that it could not be.
func serve(job *Job, config *wire.Config, events chan<- event, over <-chan struct{}) (*served, error) {
	temp, empty, err := job.temporary()
	if err != nil {
		return nil, err
	}
	started := false
	defer func() {
		if !started {
			empty()
		}
	}()
	file, remove, err := configured(config, temp)
	if err != nil {
		return nil, err
	}
	defer func() {
		if !started {
			remove()
		}
	}()
	p := &served{}
	p.begin, p.grace = job.patience()
	messages := make(chan wire.Message)
	stderr := &tail{limit: 1 << 20}
	p.cmd = job.command(file, temp, stderr)
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting the test binary: %w", err)
	}
	out, err := launched(p.cmd, &decoder{to: messages, over: over})
	if err != nil {
		return nil, err
	}
	started = true
	gone := began(p.cmd)
	tell := func(e event) {
		select {
		case events <- e:
		case <-over:
		}
	}
	waited, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case m := <-messages:
				if m.Type != "output" { // of package initialisation
					remove()
				}
				tell(event{of: p, m: m})
			case <-waited:
				return
			}
		}
	}()
	go func() {
		err := out.wait(p.cmd) // after the last message was taken
		close(waited)
		<-done
		gone()
		remove()
		// What the test left running in its group goes with it.
		killGroup(p.cmd)
		empty()
		tell(event{of: p, end: &ending{err: err, stderr: stderr.String()}})
	}()
	p.silent = time.Now().Add(p.begin)
	return p, nil
}

// tell sends a command. A process that takes none is about to end, which is an
// event of its own.
func (p *served) tell(c wire.Command) {
	if p.far != nil {
		p.far.tell(p, c)
		return
	}
	line, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("encoding a command: %v", err)) // of strings and numbers
	}
	_, _ = p.in.Write(append(line, '\n'))
}

// hangs ends a process that has not come back from a test: it is asked for its
// stacks first.
func (p *served) hangs(now time.Time) {
	switch {
	case p.far != nil: // who is beside it looks after it
	case p.silent.IsZero() || now.Before(p.silent):
	case p.end.hung:
		killGroup(p.cmd)
		p.silent = now.Add(stackTime)
	default:
		p.end.hung = true
		askForStacks(p.cmd)
		p.silent = now.Add(stackTime)
	}
}

// shut says that there will be no more work.
func (p *served) shut() {
	if p.far != nil {
		p.far.shut(p)
		return
	}
	p.in.Close()
}

// askToEnd makes it end its work and say what it knows.
func (p *served) askToEnd() {
	if p.far != nil {
		p.far.end(p)
		return
	}
	askToEnd(p.cmd)
}

// kill ends it at once.
func (p *served) kill() {
	if p.far != nil {
		p.far.drop(p)
		return
	}
	killGroup(p.cmd)
}
