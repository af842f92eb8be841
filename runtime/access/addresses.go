package access

import (
	rt "gocheck.dev/runtime"
)

// What methods of net.IP read of an address: a long one may stand for a short one.

const (
	ip4Len   = 4
	ip16Len  = 16
	ip4Place = 12 // of the short address in a long one
)

// ReadsIP4 announces what the method To4 reads.
func ReadsIP4[S ~[]byte](ip S, s rt.Site) S {
	if rt.Quiet() || len(ip) != ip16Len {
		return ip
	}
	const zeros = 10
	n := 0
	for n < zeros && ip[n] == 0 {
		n++
	}
	if n == zeros && ip[n] == 0xff {
		n++
	}
	rt.SliceR(ip[:n+1], s)
	return ip
}

// ReadsIP16 announces what the method To16 reads.
func ReadsIP16[S ~[]byte](ip S, s rt.Site) S {
	if !rt.Quiet() && len(ip) == ip4Len {
		rt.SliceR(ip, s)
	}
	return ip
}

// ReadsIPHead announces what a method reads that asks for the kind of an address: at least
// its first byte.
func ReadsIPHead[S ~[]byte](ip S, s rt.Site) S {
	if rt.Quiet() {
		return ip
	}
	ReadsIP4(ip, s)
	switch {
	case isIP4In16(ip):
		rt.SliceR(ip[ip4Place:ip4Place+1], s)
	case len(ip) > 0:
		rt.SliceR(ip[:1], s)
	}
	return ip
}

func isIP4In16(ip []byte) bool {
	return len(ip) == ip16Len && string(ip[:ip4Place]) == "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff"
}
