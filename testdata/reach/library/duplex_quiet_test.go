package library

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
)

// One goroutine may read from a bufio.ReadWriter while another one writes to it.

func duplexPair() (net.Conn, *bufio.ReadWriter) {
	a, b := net.Pipe()
	return b, bufio.NewReadWriter(bufio.NewReader(a), bufio.NewWriter(a))
}

func TestDuplexReadWriter(t *testing.T) {
	b, rw := duplexPair()
	both(func() {
		both(func() { rw.ReadString('\n') }, func() { rw.WriteString("hi\n"); rw.Flush() })
	}, func() {
		both(func() { io.WriteString(b, "yo\n") }, func() { bufio.NewReader(b).ReadString('\n') })
	})
}

func TestDuplexReadWriterInterface(t *testing.T) {
	b, rw := duplexPair()
	var s io.ReadWriter = rw
	both(func() {
		both(func() { s.Read(make([]byte, 3)) }, func() { s.Write([]byte("hi\n")); rw.Flush() })
	}, func() {
		both(func() { io.WriteString(b, "yo\n") }, func() { bufio.NewReader(b).ReadString('\n') })
	})
}

func TestDuplexReadWriterCopy(t *testing.T) {
	b, rw := duplexPair()
	both(func() {
		both(func() { io.ReadFull(rw, make([]byte, 3)) }, func() { fmt.Fprintf(rw, "hi\n"); rw.Flush() })
	}, func() {
		both(func() { io.WriteString(b, "yo\n") }, func() { bufio.NewReader(b).ReadString('\n') })
	})
}

func TestDuplexReadWriterJSON(t *testing.T) {
	b, rw := duplexPair()
	enc, dec := json.NewEncoder(rw), json.NewDecoder(rw)
	both(func() {
		var v any
		both(func() { dec.Decode(&v) }, func() { enc.Encode(1); rw.Flush() })
	}, func() {
		both(func() { io.WriteString(b, "1\n") }, func() { bufio.NewReader(b).ReadString('\n') })
	})
}

func TestDuplexProxy(t *testing.T) {
	a, rw := duplexPair()
	c, d := net.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() { io.Copy(rw, d); rw.Flush() })
	wg.Go(func() { io.CopyN(d, rw, 3) })
	wg.Go(func() { io.WriteString(a, "yo\n") })
	wg.Go(func() { io.ReadFull(c, make([]byte, 3)); io.WriteString(c, "hi\n"); c.Close() })
	io.ReadFull(a, make([]byte, 3))
	wg.Wait()
}
