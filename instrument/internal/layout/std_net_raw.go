package layout

// rawText follows netText: reads and writes by the descriptor of a connection. What a callback
// gets is the descriptor of a socket that has what is there to be read, or takes what is
// written, for as long as the callback runs.
const rawText = `
// gocheckStream is what a connection has besides.
type gocheckStream interface {
	RawRead(interface {
		Open() error
		Feed(p []byte) int
		End(reset bool)
		Call() bool
		Rest() int
	}) error
	RawWrite(interface {
		Open() error
		End(reset bool)
		Call() bool
		Written() []byte
	}) error
}

// gocheckDescriptor is a pair of connected sockets that never wait, and who uses the first.
type gocheckDescriptor struct {
	shown, behind int
	open, isEnd   bool
	call          func(uintptr) bool
}

// Open makes a new pair.
func (d *gocheckDescriptor) Open() error {
	d.close()
	syscall.ForkLock.RLock()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(pair[0])
		syscall.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	d.shown, d.behind, d.open, d.isEnd = pair[0], pair[1], true, false
	for _, s := range pair {
		if err := syscall.SetNonblock(s, true); err != nil {
			return os.NewSyscallError("setnonblock", err)
		}
	}
	return nil
}

func (d *gocheckDescriptor) close() {
	if d.open {
		poll.CloseFunc(d.shown)
		if !d.isEnd {
			poll.CloseFunc(d.behind)
		}
	}
	d.open = false
}

// Feed lets what comes be read, as far as it fits.
func (d *gocheckDescriptor) Feed(p []byte) (n int) {
	for n < len(p) && !d.isEnd {
		k, err := syscall.Write(d.behind, p[n:])
		if err != nil {
			break
		}
		n += k
	}
	return n
}

// End lets reads come to an end, or to the error of a reset, and writes to the one of a broken pipe.
func (d *gocheckDescriptor) End(reset bool) {
	if d.isEnd {
		return
	}
	d.isEnd = true
	if reset {
		syscall.Write(d.shown, []byte{0}) // who closes its end with this unread resets the other
	}
	poll.CloseFunc(d.behind)
}

func (d *gocheckDescriptor) Call() bool { return d.call(uintptr(d.shown)) }

// Rest is how much of what came was not read. It is read by that.
func (d *gocheckDescriptor) Rest() int { return len(gocheckDrain(d.shown)) }

// Written is what was written.
func (d *gocheckDescriptor) Written() []byte {
	if d.isEnd {
		return nil
	}
	return gocheckDrain(d.behind)
}

func gocheckDrain(from int) (all []byte) {
	buf := make([]byte, 64<<10)
	for {
		n, err := syscall.Read(from, buf)
		if n <= 0 || err != nil {
			return all
		}
		all = append(all, buf[:n]...)
	}
}

// gocheckRaw calls do with a connection, and the descriptor that f is to see.
func (c *rawConn) gocheckRaw(op string, f func(uintptr) bool, do func(gocheckStream, *gocheckDescriptor) error) error {
	s, ok := c.fd.gocheck.(gocheckStream)
	if !ok {
		GocheckSockets.Outside("the descriptor of a socket that is no connection")
	}
	d := &gocheckDescriptor{call: f}
	defer d.close()
	if err := do(s, d); err != nil {
		return &OpError{Op: op, Net: c.fd.net, Source: c.fd.laddr, Addr: c.fd.raddr, Err: err}
	}
	return nil
}

func (c *rawConn) Read(f func(uintptr) bool) error {
	if !c.ok() || c.fd.gocheck == nil {
		return c.gocheckRead(f)
	}
	return c.gocheckRaw("raw-read", f, func(s gocheckStream, d *gocheckDescriptor) error { return s.RawRead(d) })
}

func (c *rawConn) Write(f func(uintptr) bool) error {
	if !c.ok() || c.fd.gocheck == nil {
		return c.gocheckWrite(f)
	}
	return c.gocheckRaw("raw-write", f, func(s gocheckStream, d *gocheckDescriptor) error { return s.RawWrite(d) })
}
`
