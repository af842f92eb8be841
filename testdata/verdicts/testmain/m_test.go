// Package testmain has a TestMain that does what its tests ask for after Run.
package testmain

import (
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

var (
	mu    sync.Mutex
	open  int
	after string
	runs  int
	done  = make(chan bool)
)

func TestMain(m *testing.M) {
	defer func() {
		if after != "panic" {
			recover() // of no use: the tests run on other goroutines
		}
	}()
	runs++
	code := m.Run()
	switch after {
	case "twice":
		runs++
		code |= m.Run()
	case "elsewhere":
		c := make(chan int)
		go func() { c <- m.Run() }()
		code = <-c
	case "return":
		return
	case "hide":
		os.Exit(0)
	case "deadlock":
		mu.Lock()
		mu.Lock()
	case "panic":
		defer func() { panic("after Run") }()
		return
	case "outside":
		if l, err := net.ListenIP("ip4:icmp", nil); err == nil {
			l.Close()
		}
		code = 1
	case "sleep":
		time.Sleep(time.Second)
		mu.Lock()
		defer mu.Unlock()
	case "wait":
		<-done
	}
	if open != 0 {
		os.Stderr.WriteString("not all closed\n")
		code = 1
	}
	os.Exit(code)
}

func TestOpens(t *testing.T) { open++ }

func TestCloses(t *testing.T) {
	open++
	open--
}

func TestSometimes(t *testing.T) {
	done := make(chan bool)
	go func() {
		mu.Lock()
		open = 1
		mu.Unlock()
		close(done)
	}()
	go func() {
		mu.Lock()
		open = 0
		mu.Unlock()
		done <- true
	}()
	<-done
}

func TestFails(t *testing.T) { t.Error("no") }

func TestFatal(t *testing.T) {
	after = "hide"
	t.Fatal("no")
}

func TestSkips(t *testing.T) {
	open++
	t.Skip("no")
}

// Natively the process ends with the panic.
func TestPanics(t *testing.T) { panic("no") }

func TestReturns(t *testing.T) { after = "return" }

func TestPanicsAfter(t *testing.T) { after = "panic" }

func TestDeadlock(t *testing.T) { after = "deadlock" }

func TestOutside(t *testing.T) { after = "outside" }

func TestSleep(t *testing.T) {
	after = "sleep"
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
}

// A goroutine that the test leaves behind is waited for by TestMain.
func TestWait(t *testing.T) {
	after = "wait"
	go func() { close(done) }()
}

func TestTwice(t *testing.T) {
	if after == "twice" && runs != 2 {
		t.Error(runs)
	}
	after = "twice"
}

func TestTwiceFails(t *testing.T) {
	if after == "twice" {
		t.Error("the second time")
	}
	after = "twice"
}

func TestElsewhere(t *testing.T) {
	after = "elsewhere"
}
