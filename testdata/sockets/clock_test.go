package sockets

import (
	"net"
	"testing"
	"time"
)

// roundTrip asks for an answer, of which another goroutine notes when it comes: after what is read
// before the question. What is read after the question natively may be later than the answer: here
// where readings come in each order, and not before.
func roundTrip(t *testing.T, client, server net.Conn, before bool) {
	came := make(chan time.Time)
	go func() {
		b := make([]byte, 10)
		server.Read(b)
		server.Write([]byte("answer"))
	}()
	go func() {
		b := make([]byte, 10)
		client.Read(b)
		came <- time.Now()
	}()
	sent := time.Now()
	client.Write([]byte("question"))
	if !before {
		time.Now()
		sent = time.Now()
	}
	if took := (<-came).Sub(sent); took <= 0 || took > time.Second {
		t.Error(took)
	}
}

func TestRoundTrip(t *testing.T) {
	client, server := pair(t)
	roundTrip(t, client, server, true)
}

func TestRoundTripLate(t *testing.T) {
	client, server := pair(t)
	roundTrip(t, client, server, false)
}

// A server that is held up between its Read and its Write, or before, comes too late.
func TestRoundTripHeldUp(t *testing.T) {
	client, server := pair(t)
	go func() {
		b := make([]byte, 10)
		server.Read(b)
		server.Write([]byte("answer"))
	}()
	client.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	client.Write([]byte("question"))
	if _, err := client.Read(make([]byte, 10)); err != nil {
		t.Error(err)
	}
}

func TestRoundTripUDP(t *testing.T)     { roundTripUDP(t, true) }
func TestRoundTripUDPLate(t *testing.T) { roundTripUDP(t, false) }

func roundTripUDP(t *testing.T, before bool) {
	server, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	client, err := net.DialUDP("udp", nil, server.LocalAddr().(*net.UDPAddr))
	if err != nil {
		t.Fatal(err)
	}
	server.Close()
	server, err = net.DialUDP("udp", server.LocalAddr().(*net.UDPAddr), client.LocalAddr().(*net.UDPAddr))
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, client, server, before)
}
