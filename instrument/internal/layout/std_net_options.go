package layout

// optionsText follows netText: the options of a socket. Who asks for its descriptor sees a socket
// that is connected with nothing (or, of a unix socket, with another end in this process) and has
// them. Some that the callback sets are known afterwards, on Linux.
const optionsText = `
// gocheckSets remembers an option that is set.
func (fd *netFD) gocheckSets(set func(*netFD)) error {
	fd.gocheckOptions = append(fd.gocheckOptions, set)
	return nil
}

// Control shows a socket.
func (c *rawConn) Control(f func(uintptr)) error {
	if !c.ok() || c.fd.gocheck == nil && !gocheckControlled() {
		return c.gocheckControl(f)
	}
	if err := c.fd.gocheckShows(f); err != nil {
		return &OpError{Op: "raw-control", Net: c.fd.net, Source: nil, Addr: c.fd.laddr, Err: err}
	}
	return nil
}

func (fd *netFD) gocheckShows(f func(uintptr)) error {
	s, err := fd.gocheckMakes()
	if err != nil {
		return err
	}
	defer poll.CloseFunc(s)
	before, lingered := gocheckOptionsOf(s), gocheckLinger(s)
	f(uintptr(s))
	for option, value := range gocheckOptionsOf(s) {
		if before[option] != value {
			if option == [2]int{syscall.SOL_SOCKET, syscall.SO_RCVBUF} || option == [2]int{syscall.SOL_SOCKET, syscall.SO_SNDBUF} {
				value /= 2 // Linux has doubled it
			}
			if option == [2]int{syscall.SOL_SOCKET, syscall.SO_SNDBUF} {
				if fd.gocheckBuffers = &value; fd.gocheck != nil {
					fd.gocheck.SetWriteBuffer(value)
				}
			}
			fd.gocheckSets(func(fd *netFD) { syscall.SetsockoptInt(fd.pfd.Sysfd, option[0], option[1], value) })
		}
	}
	if sec := gocheckLinger(s); sec != lingered {
		if fd.gocheckLingers = &sec; fd.gocheck != nil {
			fd.gocheck.SetLinger(sec)
		}
	}
	shares := []int{gocheckReusePort()}
	if fd.sotype == syscall.SOCK_DGRAM {
		shares = append(shares, syscall.SO_REUSEADDR)
	}
	for _, option := range shares {
		if is, err := syscall.GetsockoptInt(s, syscall.SOL_SOCKET, option); err == nil && is != 0 {
			fd.gocheckShares = true
		}
	}
	return nil
}

// gocheckMakes makes a socket that has the options.
func (fd *netFD) gocheckMakes() (s int, err error) {
	if fd.family == syscall.AF_UNIX {
		var pair [2]int
		syscall.ForkLock.RLock()
		if pair, err = syscall.Socketpair(fd.family, fd.sotype, 0); err == nil {
			syscall.CloseOnExec(pair[0])
			poll.CloseFunc(pair[1])
		}
		syscall.ForkLock.RUnlock()
		s, err = pair[0], os.NewSyscallError("socketpair", err)
	} else {
		s, err = sysSocket(fd.family, fd.sotype, 0)
	}
	if err == nil {
		fd.pfd.Sysfd = s
		for _, set := range fd.gocheckOptions {
			set(fd)
		}
		if sec := fd.gocheckLingers; sec != nil && *sec >= 0 {
			syscall.SetsockoptLinger(s, syscall.SOL_SOCKET, syscall.SO_LINGER, &syscall.Linger{Onoff: 1, Linger: int32(*sec)})
		}
		fd.pfd.Sysfd = -1
	}
	return s, err
}

// gocheckLinger is what SetLinger was called with, or -1.
func gocheckLinger(s int) (sec int) {
	both, err := syscall.GetsockoptIPMreq(s, syscall.SOL_SOCKET, syscall.SO_LINGER) // as long, and known everywhere
	if err != nil || both.Multiaddr == [4]byte{} {
		return -1
	}
	for _, b := range both.Interface {
		sec = max(sec, int(b)) // whether it is 0 matters
	}
	return sec
}

// gocheckReusePort is SO_REUSEPORT, which package syscall does not have everywhere.
func gocheckReusePort() int {
	if runtime.GOOS == "linux" && runtime.GOARCH[:2] != "mi" {
		return 15
	}
	return 0x200
}

// gocheckOptions are options that programs set and ask for, by their level.
var gocheckOptions = map[int][]int{
	syscall.SOL_SOCKET:   {2, 6, 7, 8, 9, 12, 15, 16, 18, 29, 35, 40},
	syscall.IPPROTO_IP:   {1, 2, 6, 7, 8, 10, 11, 12, 13, 15, 20},
	syscall.IPPROTO_TCP:  {1, 2, 3, 4, 5, 6, 9, 12, 18, 23},
	syscall.IPPROTO_IPV6: {16, 25, 26, 49, 51, 66, 67},
}

// gocheckOptionsOf are their values.
func gocheckOptionsOf(s int) map[[2]int]int {
	is := make(map[[2]int]int)
	if runtime.GOOS == "linux" && runtime.GOARCH[:2] != "mi" {
		for level, options := range gocheckOptions {
			for _, option := range options {
				if value, err := syscall.GetsockoptInt(s, level, option); err == nil {
					is[[2]int{level, option}] = value
				}
			}
		}
	}
	return is
}

// gocheckMessages are those of the options by which datagrams come with control messages that are
// set: whether where it came to is among them, as IP and IPv6 have it, and others.
func (fd *netFD) gocheckMessages() (ip, ipv6, others bool) {
	if len(fd.gocheckOptions) < 2 {
		return false, false, false // the first are those that each socket has
	}
	s, err := fd.gocheckMakes()
	if err != nil {
		return false, false, false
	}
	defer poll.CloseFunc(s)
	is := gocheckOptionsOf(s)
	for _, option := range [][2]int{{1, 16}, {1, 29}, {1, 35}, {1, 40}, {0, 6}, {0, 7}, {0, 11}, {0, 12}, {0, 13}, {0, 20}, {41, 25}, {41, 51}, {41, 66}} {
		others = others || is[option] != 0
	}
	return is[[2]int{0, 8}] != 0, is[[2]int{41, 49}] != 0, others
}

const gocheckLoopback = 1 // its number

// gocheckArrived puts into oob what tells where a datagram has come to.
func (fd *netFD) gocheckArrived(oob []byte, to Addr) (n, flags int) {
	udp, _ := to.(*UDPAddr)
	if len(oob) == 0 || udp == nil {
		return 0, 0
	}
	ip, ipv6, others := fd.gocheckMessages()
	if others {
		GocheckSockets.Outside("a control message of a socket, but for IP_PKTINFO,")
	}
	var all []byte
	put := func(level, kind int32, data []byte) {
		head := make([]byte, syscall.CmsgLen(0))
		h := (*syscall.Cmsghdr)(unsafe.Pointer(&head[0]))
		h.Level, h.Type = level, kind
		h.SetLen(syscall.CmsgLen(len(data)))
		all = append(all, head...)
		all = append(all, data...)
		all = append(all, make([]byte, syscall.CmsgSpace(len(data))-syscall.CmsgLen(len(data)))...)
	}
	number := make([]byte, 4)
	*(*int32)(unsafe.Pointer(&number[0])) = gocheckLoopback
	if ipv6 && fd.family == syscall.AF_INET6 {
		put(syscall.IPPROTO_IPV6, 50, append(append([]byte(nil), udp.IP.To16()...), number...))
	}
	if v4 := udp.IP.To4(); ip && v4 != nil {
		put(syscall.IPPROTO_IP, 8, append(append(number[:4:4], v4...), v4...))
	}
	if n = copy(oob, all); n < len(all) {
		flags = syscall.MSG_CTRUNC
	}
	return n, flags
}

// gocheckSource is from where a datagram is to come, as oob says.
func gocheckSource(oob []byte) (from IP) {
	messages, err := syscall.ParseSocketControlMessage(oob)
	for _, m := range messages {
		number := -1 // where that of the interface is
		switch {
		case m.Header.Level == syscall.IPPROTO_IP && m.Header.Type == 8 && len(m.Data) == 12:
			number, from = 0, IP(m.Data[4:8])
		case m.Header.Level == syscall.IPPROTO_IPV6 && m.Header.Type == 50 && len(m.Data) == 20:
			number, from = 16, IP(m.Data[:16])
		}
		if number < 0 || *(*int32)(unsafe.Pointer(&m.Data[number])) > gocheckLoopback {
			err = syscall.EINVAL
		}
	}
	if err != nil || runtime.GOOS != "linux" {
		GocheckSockets.Outside("control data of a datagram")
	}
	if from.IsUnspecified() {
		return nil
	}
	return from
}
`
