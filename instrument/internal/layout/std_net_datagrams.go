package layout

// datagramsText follows netText: what sockets of datagrams have of their own.
const datagramsText = `
// gocheckDatagrams is what a socket of datagrams has besides.
type gocheckDatagrams interface {
	ReadFrom(p []byte) (n, size int, from, to Addr, err error)
	WriteTo(p []byte, from, to Addr) (int, error)
}

// gocheckReceive receives a datagram, or of a stream what is there.
func (fd *netFD) gocheckReceive(call string, p []byte) (n, flags int, from, to Addr, err error) {
	if d, ok := fd.gocheck.(gocheckDatagrams); ok {
		var size int
		if n, size, from, to, err = d.ReadFrom(p); size > n {
			flags = syscall.MSG_TRUNC
		}
	} else {
		n, err = fd.gocheck.Read(p)
	}
	if udp, ok := from.(*UDPAddr); ok {
		if fd.family == syscall.AF_INET {
			udp.IP = udp.IP.To4()
		} else {
			udp.IP = udp.IP.To16()
		}
	}
	return n, flags, from, to, wrapSyscallError(call, err)
}

// gocheckSend sends a datagram, or writes to a stream.
func (fd *netFD) gocheckSend(call string, p []byte, from, to Addr) (n int, err error) {
	if d, ok := fd.gocheck.(gocheckDatagrams); ok {
		n, err = d.WriteTo(p, from, to)
	} else {
		n, err = fd.gocheck.Write(p)
	}
	return n, wrapSyscallError(call, err)
}

const (
	gocheckReads  = "a read of a connection that is not of the test's"
	gocheckWrites = "a write to a connection that is not of the test's"
)

func (c *UDPConn) readFrom(b []byte, addr *UDPAddr) (int, *UDPAddr, error) {
	if c.fd.gocheckReal(gocheckReads) {
		return c.gocheckReadFrom(b, addr)
	}
	n, _, from, _, err := c.fd.gocheckReceive(readFromSyscallName, b)
	if err != nil {
		return n, nil, err
	}
	*addr = *from.(*UDPAddr)
	return n, addr, nil
}

func (c *UDPConn) readFromAddrPort(b []byte) (int, netip.AddrPort, error) {
	if c.fd.gocheckReal(gocheckReads) {
		return c.gocheckReadFromAddrPort(b)
	}
	n, _, from, _, err := c.fd.gocheckReceive(readFromSyscallName, b)
	if err != nil {
		return n, netip.AddrPort{}, err
	}
	return n, from.(*UDPAddr).AddrPort(), nil
}

func (c *UDPConn) readMsg(b, oob []byte) (n, oobn, flags int, addr netip.AddrPort, err error) {
	if c.fd.gocheckReal(gocheckReads) {
		return c.gocheckReadMsg(b, oob)
	}
	n, flags, from, to, err := c.fd.gocheckReceive(readMsgSyscallName, b)
	if err == nil {
		addr = from.(*UDPAddr).AddrPort()
		var cut int
		oobn, cut = c.fd.gocheckArrived(oob, to)
		flags |= cut
	}
	return n, oobn, flags, addr, err
}

func (c *UDPConn) writeTo(b []byte, addr *UDPAddr) (int, error) {
	if c.fd.gocheckReal(gocheckWrites) {
		return c.gocheckWriteTo(b, addr)
	}
	if c.fd.isConnected {
		return 0, ErrWriteToConnected
	}
	if addr == nil {
		return 0, errMissingAddress
	}
	if _, err := addr.sockaddr(c.fd.family); err != nil {
		return 0, err
	}
	return c.fd.gocheckSend(writeToSyscallName, b, nil, addr)
}

func (c *UDPConn) writeToAddrPort(b []byte, addr netip.AddrPort) (int, error) {
	if c.fd.gocheckReal(gocheckWrites) {
		return c.gocheckWriteToAddrPort(b, addr)
	}
	if c.fd.isConnected {
		return 0, ErrWriteToConnected
	}
	if !addr.IsValid() {
		return 0, errMissingAddress
	}
	return c.writeTo(b, UDPAddrFromAddrPort(addr))
}

func (c *UDPConn) writeMsg(b, oob []byte, addr *UDPAddr) (n, oobn int, err error) {
	if c.fd.gocheckReal(gocheckWrites) {
		return c.gocheckWriteMsg(b, oob, addr)
	}
	var from Addr
	if source := gocheckSource(oob); source != nil {
		from = &UDPAddr{IP: source}
	}
	switch {
	case c.fd.isConnected && addr != nil:
		return 0, 0, ErrWriteToConnected
	case !c.fd.isConnected && addr == nil:
		return 0, 0, errMissingAddress
	case addr == nil:
		n, err = c.fd.gocheckSend(writeMsgSyscallName, b, from, nil)
		return n, len(oob), err
	}
	if _, err := addr.sockaddr(c.fd.family); err != nil {
		return 0, 0, err
	}
	n, err = c.fd.gocheckSend(writeMsgSyscallName, b, from, addr)
	return n, len(oob), err
}

func (c *UDPConn) writeMsgAddrPort(b, oob []byte, addr netip.AddrPort) (n, oobn int, err error) {
	if c.fd.gocheckReal(gocheckWrites) {
		return c.gocheckWriteMsgAddrPort(b, oob, addr)
	}
	if !addr.IsValid() {
		return c.writeMsg(b, oob, nil)
	}
	return c.writeMsg(b, oob, UDPAddrFromAddrPort(addr))
}

func (c *UnixConn) readFrom(b []byte) (int, *UnixAddr, error) {
	if c.fd.gocheckReal(gocheckReads) {
		return c.gocheckReadFrom(b)
	}
	n, _, from, _, err := c.fd.gocheckReceive(readFromSyscallName, b)
	return n, gocheckNamed(from), err
}

func (c *UnixConn) readMsg(b, oob []byte) (n, oobn, flags int, addr *UnixAddr, err error) {
	if c.fd.gocheckReal(gocheckReads) {
		return c.gocheckReadMsg(b, oob)
	}
	n, flags, from, _, err := c.fd.gocheckReceive(readMsgSyscallName, b)
	if _, _, others := c.fd.gocheckMessages(); others && len(oob) > 0 {
		GocheckSockets.Outside("a control message of a unix socket")
	}
	return n, 0, flags, gocheckNamed(from), err
}

// gocheckNamed is an address that has a name.
func gocheckNamed(a Addr) *UnixAddr {
	if u, ok := a.(*UnixAddr); ok && u.Name != "" {
		return u
	}
	return nil
}

func (c *UnixConn) writeTo(b []byte, addr *UnixAddr) (int, error) {
	if c.fd.gocheckReal(gocheckWrites) {
		return c.gocheckWriteTo(b, addr)
	}
	switch {
	case c.fd.isConnected:
		return 0, ErrWriteToConnected
	case addr == nil:
		return 0, errMissingAddress
	case addr.Net != sotypeToNet(c.fd.sotype):
		return 0, syscall.EAFNOSUPPORT
	}
	return c.fd.gocheckSend(writeToSyscallName, b, nil, addr)
}

func (c *UnixConn) writeMsg(b, oob []byte, addr *UnixAddr) (n, oobn int, err error) {
	if c.fd.gocheckReal(gocheckWrites) {
		return c.gocheckWriteMsg(b, oob, addr)
	}
	if len(oob) > 0 {
		GocheckSockets.Outside("control data of a unix socket")
	}
	if c.fd.sotype == syscall.SOCK_DGRAM && c.fd.isConnected {
		return 0, 0, ErrWriteToConnected
	}
	if addr == nil {
		n, err = c.fd.gocheckSend(writeMsgSyscallName, b, nil, nil)
		return n, 0, err
	}
	if addr.Net != sotypeToNet(c.fd.sotype) {
		return 0, 0, syscall.EAFNOSUPPORT
	}
	n, err = c.fd.gocheckSend(writeMsgSyscallName, b, nil, addr)
	return n, 0, err
}
`
