package worker

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"
)

// A binary's messages are taken to the last one, however long whoever takes them is busy: with the
// last is lost how a test has ended. (exec.Cmd.WaitDelay, which is for processes that a test has
// left with its output, closes the pipe under what is still in it.)
const (
	outletIdle = time.Second // nothing comes for so long: others keep the pipe open
	outletMost = 4 << 20     // so much is in no pipe: others write
)

// outlet is the standard output of a process.
type outlet struct {
	read  *os.File
	to    io.Writer
	waits atomic.Int64  // since when for something to read, 0: it does not
	ended atomic.Bool   // the process has
	over  chan struct{} // closed when all was taken
}

// launched starts a command, and takes its standard output to a writer.
func launched(cmd *exec.Cmd, to io.Writer) (*outlet, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe for the test binary: %w", err)
	}
	cmd.Stdout = w
	err = cmd.Start()
	w.Close()
	if err != nil {
		r.Close()
		return nil, notStarted(err)
	}
	o := &outlet{read: r, to: to, over: make(chan struct{})}
	go o.take()
	return o, nil
}

func (o *outlet) take() {
	defer close(o.over)
	defer o.read.Close()
	buf := make([]byte, 64<<10)
	for rest := outletMost; rest > 0; {
		o.waits.Store(time.Now().UnixNano())
		n, err := o.read.Read(buf)
		o.waits.Store(0)
		if n > 0 {
			_, _ = o.to.Write(buf[:n]) // a decoder has no errors
		}
		if err != nil {
			return
		}
		if o.ended.Load() {
			rest -= n
		}
	}
}

// wait waits until the process has ended and its output was taken.
func (o *outlet) wait(cmd *exec.Cmd) error {
	err := cmd.Wait()
	o.ended.Store(true)
	ended := time.Now()
	tick := time.NewTicker(outletIdle / 10)
	defer tick.Stop()
	for {
		select {
		case <-o.over:
			return err
		case now := <-tick.C:
			if at := o.waits.Load(); at != 0 && now.Sub(later(time.Unix(0, at), ended)) > outletIdle {
				o.read.Close()
			}
		}
	}
}
