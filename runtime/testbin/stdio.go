package testbin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// output is where the program's standard output and error go: the messages to
// the command have the real standard output to themselves. What is printed
// while exploring is dropped, what is printed when a failing schedule is
// replayed is captured.
type output struct {
	mu       sync.Mutex // the watchdog sends messages too
	messages os.File    // the real standard output
	errors   os.File    // the real standard error
	null     *os.File
	out, err *os.File // which the program writes to
	mute     bool     // there is no command that reads messages
}

// captureLimit bounds what is kept of a program's output: of its beginning, and of its
// end.
const captureLimit = 32 << 10

// takeOutput redirects standard output and error. Others may have taken
// pointers to os.Stdout (package log has), so it is what these point to that is
// exchanged.
func takeOutput() (*output, error) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("redirecting the standard output: %w", err)
	}
	_, out, errs := rt.StandardFiles()
	o := &output{messages: *out, errors: *errs, null: null, out: out, err: errs}
	o.drop()
	return o, nil
}

// giveBack undoes takeOutput.
func (o *output) giveBack() { *o.out, *o.err = o.messages, o.errors }

// drop drops what is printed from now on.
func (o *output) drop() { *o.out, *o.err = *o.null, *o.null }

// send writes a message.
func (o *output) send(m wire.Message) {
	if o.mute {
		return
	}
	line, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("encoding a message: %v", err)) // of strings and numbers
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, err := o.messages.Write(append(line, '\n')); err != nil {
		os.Exit(exitBroken) // nobody listens any more
	}
}

// capture calls f and returns what was printed meanwhile.
func (o *output) capture(f func()) string {
	r, w, err := os.Pipe()
	if err != nil {
		f()
		return ""
	}
	var text captured
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 4096)
		for {
			n, err := r.Read(buf)
			text.add(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	*o.out, *o.err = *w, *w
	defer o.drop()
	f()
	o.drop()
	w.Close()
	<-done
	r.Close()
	return text.String()
}

// captured is what is kept of an output.
type captured struct {
	head, tail []byte
	left       int // bytes between them
}

func (c *captured) add(text []byte) {
	room := min(captureLimit-len(c.head), len(text))
	c.head = append(c.head, text[:room]...)
	c.tail = append(c.tail, text[room:]...)
	if n := len(c.tail) - captureLimit; n > captureLimit { // now and then
		c.left += n
		c.tail = append(c.tail[:0], c.tail[n:]...)
	}
}

// String has whole lines, where lines are shorter than what is kept.
func (c *captured) String() string {
	tail, left := c.tail, c.left
	if n := len(tail) - captureLimit; n > 0 {
		tail, left = tail[n:], left+n
	}
	if left == 0 {
		return string(c.head) + string(tail)
	}
	head := c.head
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 {
		head, left = head[:i], left+len(head)-i-1
	}
	if i := bytes.IndexByte(tail, '\n'); i >= 0 && i+1 < len(tail) {
		tail, left = tail[i+1:], left+i+1
	}
	return fmt.Sprintf("%s\n… (%d bytes left out)\n%s", head, left, tail)
}
