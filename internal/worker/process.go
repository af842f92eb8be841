package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"gocheck.dev/internal/wire"
)

// A Job is a test binary with what it is to do.
type Job struct {
	Path   string // the binary
	Runner string // a program that runs it; "": it runs by itself
	Dir    string // where it runs: the package's directory
	Env    []string
	Config wire.Config
	Grace  time.Duration // how long after its test's budget a binary may be silent; 0: DefaultGrace
	Begin  time.Duration // how long it may initialise its packages; 0: DefaultBegin
	Last   time.Duration // how long it may take to end when it is interrupted; 0: DefaultLast
	Help   time.Duration // Share: how long a test is explored by one process only; 0: DefaultHelp
	Far    Far           // Share: who does the work; nil: processes of this machine
}

// DefaultBegin is the time for package initialisation and a user's TestMain,
// which no budget bounds.
const DefaultBegin = time.Minute

// DefaultGrace is the time past a test's budget after which a binary counts as hanging. The
// binary checks the budget between two executions only, and the machine may be busy.
const DefaultGrace = 15 * time.Second

// stackTime is how long a hanging binary has to print its stacks.
const stackTime = 3 * time.Second

// DefaultLast is how long a binary has to end in order when the user interrupts it. It checks
// between two executions, and while it makes a failure smaller. That takes milliseconds, except
// on a busy machine.
const DefaultLast = 3 * time.Second

// aboutFailure reports whether a message is about a failure. At the end of a test there may be
// many failures, and making each smaller may take longer than the budget. A binary that sends
// such messages does not hang.
func aboutFailure(m *wire.Message) bool {
	return m.Type == "judging" || m.Type == "found" || m.Type == "smaller" || m.Type == "failure"
}

// An ending is how a process ended.
type ending struct {
	err         error  // of os/exec; nil for exit status 0
	stderr      string // its last words
	hung        bool   // killed because it was silent
	interrupted bool   // killed because the user said so

	judging *wire.Failure // that it had found, and had not described yet
}

// note takes down what the process judges. It reports whether that is all that it has said.
func (e *ending) note(m *wire.Message) bool {
	switch m.Type {
	case "judging":
		if m.Failure != nil {
			e.judging = m.Failure
		}
		return true
	case "start", "found", "failure", "settled", "result":
		e.judging = nil
	}
	return false
}

// process runs the binary once and passes its messages on. It returns an error if the binary
// could not be started.
func process(ctx context.Context, job *Job, config *wire.Config, sink func(wire.Message)) (*ending, error) {
	temp, empty, err := job.temporary()
	if err != nil {
		return nil, err
	}
	defer empty()
	file, remove, err := configured(config, temp)
	if err != nil {
		return nil, err
	}
	defer remove()

	messages := make(chan wire.Message)
	over := make(chan struct{}) // nobody receives from messages any more
	stderr := &tail{limit: 1 << 20}
	cmd := job.command(file, temp, stderr)
	out, err := launched(cmd, &decoder{to: messages, over: over})
	if err != nil {
		return nil, err
	}
	waited := make(chan error, 1)
	go func() { waited <- out.wait(cmd) }()
	defer close(over)

	end := &ending{}
	begin, grace := job.patience()
	silent := time.NewTimer(begin)
	var until time.Time // of the running test's patience
	defer silent.Stop()
	defer began(cmd)()
	done := ctx.Done()
	var late <-chan time.Time // the user waits
	for {
		select {
		case end.err = <-waited: // after the last message was taken
			end.stderr = stderr.String()
			// What the test left running in its group goes with it.
			killGroup(cmd)
			return end, nil
		case m := <-messages:
			if m.Type != "output" { // of package initialisation
				remove()
			}
			switch budget := time.Duration(config.Of(m.Test).BudgetMS) * time.Millisecond; {
			case end.hung:
			case m.Type == "start" && budget == 0:
				silent.Stop() // without a bound a test may think for as long as it likes
			case m.Type == "start":
				until = time.Now().Add(budget + grace)
				silent.Reset(budget + grace)
			case aboutFailure(&m) && budget > 0:
				silent.Reset(max(time.Until(until), grace))
			case m.Type == "result":
				silent.Reset(begin)
			}
			if !end.note(&m) {
				sink(m)
			}
		case <-silent.C:
			if end.hung {
				killGroup(cmd)
				break
			}
			end.hung = true
			askForStacks(cmd)
			silent.Reset(stackTime)
		case <-done:
			done = nil
			end.interrupted = true
			askToEnd(cmd)
			late = time.After(job.lastWords())
		case <-late:
			killGroup(cmd)
		}
	}
}

// command runs the binary as the configuration in the file says.
func (job *Job) command(file, temp string, stderr *tail) *exec.Cmd {
	cmd := exec.Command(job.Path)
	if job.Runner != "" {
		cmd = exec.Command(job.Runner, job.Path)
	}
	cmd.Dir = job.Dir
	cmd.Env = job.environment(file, temp)
	cmd.Stderr = stderr
	// The program may have started processes that keep it open.
	cmd.WaitDelay = time.Second
	ownGroup(cmd)
	return cmd
}

// environment is that of a binary, or of what starts it, with the configuration in the file.
func (job *Job) environment(file, temp string) []string {
	env := job.Env
	if env == nil {
		env = os.Environ()
	}
	return append(env[:len(env):len(env)], wire.Env+"="+file, "PWD="+job.Dir, "TMPDIR="+temp)
}

// notStarted adds to the system's error what the user can do about it.
func notStarted(err error) error {
	if errors.Is(err, syscall.ENOEXEC) {
		return fmt.Errorf("starting the test binary: %w: this machine does not run binaries for the platform that GOOS and GOARCH name", err)
	}
	return fmt.Errorf("starting the test binary: %w", err)
}

// A decoder is a writer that turns lines of JSON into messages. Other text on
// the standard output was printed before the driver took over, by package
// initialisation, and becomes output of no test.
type decoder struct {
	to   chan<- wire.Message
	over <-chan struct{}
	line []byte
}

func (d *decoder) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			d.line = append(d.line, p...)
			return n, nil
		}
		line := p[:i]
		if len(d.line) > 0 {
			line = append(d.line, line...)
			d.line = d.line[:0]
		}
		p = p[i+1:]
		var m wire.Message
		if json.Unmarshal(line, &m) != nil || m.Type == "" {
			m = wire.Message{Type: "output", Output: string(line) + "\n"}
		}
		select {
		case d.to <- m:
		case <-d.over:
			return n, nil
		}
	}
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu    sync.Mutex // a write may come late when the process left others behind
	limit int
	buf   []byte
	cut   bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > 2*t.limit {
		n := copy(t.buf, t.buf[len(t.buf)-t.limit:])
		t.buf, t.cut = t.buf[:n], true
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.buf
	if len(b) > t.limit {
		b, t.cut = b[len(b)-t.limit:], true
	}
	if t.cut {
		return "…\n" + string(b)
	}
	return string(b)
}
