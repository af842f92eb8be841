package litmus

import (
	"sync"
	"testing"
)

// Several cases are ready: any of them is chosen.
//
// Outcomes: a, b, c
func TestSelectReady(t *testing.T) {
	a, b, c := make(chan int, 1), make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 1
	select {
	case <-a:
		see("a")
	case <-b:
		see("b")
	case c <- 1:
		see("c")
	}
}

// The first case that gets ready need not be the one that is chosen: both may be
// ready before select looks.
//
// Outcomes: a, b
func TestSelectWaits(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	go func() {
		a <- 1
		b <- 1
	}()
	select {
	case <-a:
		see("a")
	case <-b:
		see("b")
	}
}

// default is taken where no case is ready.
//
// Outcomes: received, default
func TestSelectDefault(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		close(done)
	}()
	got := ""
	select {
	case <-c:
		got = "received"
	default:
		got = "default"
	}
	<-done
	see("%s", got)
}

// Whether somebody waits on a channel without room is seen by default.
//
// Outcomes: received, default
func TestSelectDefaultUnbuffered(t *testing.T) {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		select {
		case c <- 1:
		case <-done:
		}
	}()
	got := ""
	select {
	case <-c:
		got = "received"
	default:
		got = "default"
	}
	close(done)
	see("%s", got)
}

// The same for a send.
//
// Outcomes: sent, default
func TestSelectDefaultSend(t *testing.T) {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		select {
		case <-c:
		case <-done:
		}
	}()
	got := ""
	select {
	case c <- 1:
		got = "sent"
	default:
		got = "default"
	}
	close(done)
	see("%s", got)
}

// Two that would rather do something else than wait never meet.
//
// Outcomes: default default
func TestSelectDefaultsNeverMeet(t *testing.T) {
	c := make(chan int)
	other := make(chan string)
	go func() {
		got := "default"
		select {
		case c <- 1:
			got = "sent"
		default:
		}
		other <- got
	}()
	got := "default"
	select {
	case <-c:
		got = "received"
	default:
	}
	see("%s %s", got, <-other)
}

// A full buffer is seen as well: the values that find no room are dropped. One
// of three does.
//
// Outcomes: 1, 2, 3
func TestSelectDrops(t *testing.T) {
	c := make(chan int, 1)
	c <- 0
	done := make(chan bool)
	go func() {
		<-c
		close(done)
	}()
	for i := 1; i <= 2; i++ {
		select {
		case c <- i:
		default:
		}
	}
	<-done
	select {
	case c <- 3:
	default:
	}
	see("%d", <-c)
}

// Nil channels are never ready.
//
// Outcomes: default
func TestSelectNil(t *testing.T) {
	var c chan int
	select {
	case <-c:
		see("received")
	case c <- 1:
		see("sent")
	default:
		see("default")
	}
}

// Nil channels without default.
//
// Outcomes: !deadlock
func TestSelectOnlyNil(t *testing.T) {
	var c, d chan int
	select {
	case <-c:
	case d <- 1:
	}
}

// No case at all.
//
// Outcomes: !deadlock
func TestSelectEmpty(t *testing.T) {
	select {}
}

// A closed channel is ready, beside another one.
//
// Outcomes: closed, value
func TestSelectClosed(t *testing.T) {
	c, d := make(chan int), make(chan int, 1)
	d <- 1
	close(c)
	select {
	case _, ok := <-c:
		if !ok {
			see("closed")
		}
	case <-d:
		see("value")
	}
}

// A send case on a closed channel panics if it is chosen.
//
// Outcomes: received, panic
func TestSelectSendClosed(t *testing.T) {
	c, d := make(chan int), make(chan int, 1)
	d <- 1
	close(c)
	defer func() {
		if recover() != nil {
			see("panic")
		}
	}()
	select {
	case c <- 1:
	case <-d:
		see("received")
	}
}

// A select that waits to send is woken by the close.
//
// Outcomes: send on closed channel
//
// Native: without -race, to which a send and a close without order are a race
func TestSelectSenderWoken(t *testing.T) {
	c, never := make(chan int), make(chan int)
	go close(c)
	defer func() { see("%v", recover()) }()
	select {
	case c <- 1:
	case <-never:
	}
}

// Two selects that both offer to send and to receive: one of each.
//
// Outcomes: sr, rs
func TestSelectBothWays(t *testing.T) {
	c := make(chan int)
	var did [2]string
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			select {
			case c <- 1:
				did[i] = "s"
			case <-c:
				did[i] = "r"
			}
		})
	}
	wg.Wait()
	see("%s%s", did[0], did[1])
}

// A select does not meet itself.
//
// Outcomes: !deadlock
func TestSelectAlone(t *testing.T) {
	c := make(chan int)
	select {
	case c <- 1:
	case <-c:
	}
}

// One channel in several cases.
//
// Outcomes: first, second
func TestSelectTwice(t *testing.T) {
	c := make(chan int, 1)
	c <- 1
	select {
	case <-c:
		see("first")
	case <-c:
		see("second")
	}
}

// Channels and values are evaluated once, in source order, whichever case is
// chosen; the left side of an assignment only if its case is.
//
// Outcomes: cvd, cvdi
func TestSelectEvaluation(t *testing.T) {
	c, d := make(chan int, 1), make(chan int, 1)
	d <- 0
	order := ""
	channel := func(name string, c chan int) chan int {
		order += name
		return c
	}
	value := func(name string) int {
		order += name
		return 0
	}
	var into [1]int
	select {
	case channel("c", c) <- value("v"):
	case into[value("i")] = <-channel("d", d):
	}
	see("%s", order)
}

// Merging two channels; each keeps its order.
//
// Outcomes: 1234, 1324, 1342, 3124, 3142, 3412
func TestSelectMerge(t *testing.T) {
	a, b := make(chan int), make(chan int)
	send := func(c chan<- int, values ...int) {
		for _, v := range values {
			c <- v
		}
		close(c)
	}
	go send(a, 1, 2)
	go send(b, 3, 4)
	n := 0
	from, other := (<-chan int)(a), (<-chan int)(b)
	for from != nil || other != nil {
		select {
		case v, ok := <-from:
			if !ok {
				from = nil
				continue
			}
			n = 10*n + v
		case v, ok := <-other:
			if !ok {
				other = nil
				continue
			}
			n = 10*n + v
		}
	}
	see("%d", n)
}

// Priority by a select within the default of another: it prefers stop only if
// it looks in time.
//
// Outcomes: stop, work
func TestSelectPriority(t *testing.T) {
	stop, work := make(chan bool), make(chan bool, 1)
	work <- true
	go close(stop)
	select {
	case <-stop:
		see("stop")
	default:
		select {
		case <-stop:
			see("stop")
		case <-work:
			see("work")
		}
	}
}

// break ends the select, not the loop around it; a label does.
//
// Outcomes: 3 0
func TestSelectBreak(t *testing.T) {
	c := make(chan int, 3)
	c <- 1
	c <- 1
	c <- 2
	rounds, left := 0, 0
loop:
	for {
		rounds++
		select {
		case v := <-c:
			if v == 1 {
				break
			}
			break loop
		default:
			left++
		}
	}
	see("%d %d", rounds, left)
}

// A case's scope: goto and return out of it, shadowed variables in it.
//
// Outcomes: outer 1, default
func TestSelectScope(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	v := "outer"
	n := func() int {
		select {
		case v := <-c:
			return v
		default:
			goto none
		}
	none:
		return 0
	}()
	if n == 0 {
		see("default")
		return
	}
	see("%s %d", v, n)
}

// Who waits in a select, and for what: the value goes to one of two.
//
// Outcomes: 10, 01
func TestSelectReceivers(t *testing.T) {
	c, stop := make(chan int), make(chan bool)
	var got [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			select {
			case got[i] = <-c:
			case <-stop:
			}
		})
	}
	c <- 1
	close(stop)
	wg.Wait()
	see("%d%d", got[0], got[1])
}
