// Package eventloop has kernels of bugs of events: each runs alone, and their
// order is the bug.
package eventloop

import (
	"testing"
	"time"

	"gocheck.dev"
)

// A goroutine posts what depends on what another posts.
//
// want: assert
func TestMessageOrderBuggy(t *testing.T) {
	loop := gocheck.NewHandler("loop", gocheck.FIFO())
	var file *string
	go loop.Post(func() { file = new(string) })
	go loop.Post(func() { gocheck.Assert(file != nil, "the file is not open yet") })
}

func TestMessageOrderFixed(t *testing.T) {
	loop := gocheck.NewHandler("loop", gocheck.FIFO())
	var file *string
	go func() {
		loop.Post(func() { file = new(string) })
		loop.Post(func() { gocheck.Assert(file != nil, "the file is not open yet") })
	}()
}

// The queue keeps no order, and the program relies on one.
//
// want: assert
func TestUnorderedQueueBuggy(t *testing.T) { openAndRead(gocheck.Unordered()) }

func TestUnorderedQueueFixed(t *testing.T) { openAndRead(gocheck.FIFO()) }

func openAndRead(delivery gocheck.Option) {
	loop := gocheck.NewHandler("loop", delivery)
	open := false
	loop.Post(func() { open = true })
	loop.Post(func() { gocheck.Assert(open, "reads before it opens") })
}

// The answer to an earlier question comes last and is shown.
//
// want: assert
func TestStaleCallbackBuggy(t *testing.T) {
	ask(func(asked, latest int) bool { return true })
}

func TestStaleCallbackFixed(t *testing.T) {
	ask(func(asked, latest int) bool { return asked == latest })
}

// ask asks two questions; answers come in any order, and use says whether one
// is shown.
func ask(use func(asked, latest int) bool) {
	ui := gocheck.NewHandler("ui", gocheck.FIFO())
	network := gocheck.NewHandler("network", gocheck.Unordered())
	latest, shown, answers := 0, 0, 0
	for q := 1; q <= 2; q++ {
		ui.Post(func() {
			latest = q
			network.Post(func() {
				ui.Post(func() {
					if use(q, latest) {
						shown = q
					}
					if answers++; answers == 2 {
						gocheck.Assert(shown == latest, "shows %d, asked %d", shown, latest)
					}
				})
			})
		})
	}
}

// One event looks, and posts another that acts: others come between.
//
// want: assert
func TestCheckThenActBuggy(t *testing.T) {
	bank := gocheck.NewHandler("bank", gocheck.FIFO())
	balance := 1
	withdraw := func() {
		if balance > 0 {
			bank.Post(func() {
				balance--
				gocheck.Assert(balance >= 0, "overdrawn")
			})
		}
	}
	go bank.Post(withdraw)
	go bank.Post(withdraw)
}

func TestCheckThenActFixed(t *testing.T) {
	bank := gocheck.NewHandler("bank", gocheck.FIFO())
	balance := 1
	withdraw := func() {
		if balance > 0 {
			balance--
			gocheck.Assert(balance >= 0, "overdrawn")
		}
	}
	go bank.Post(withdraw)
	go bank.Post(withdraw)
}

// An event comes for something that an event before it has disposed of.
//
// want: panic
func TestUseAfterDisposeBuggy(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	window := &struct{ title string }{}
	go loop.Post(func() { window = nil })
	loop.Post(func() { window.title = "loaded" })
}

func TestUseAfterDisposeFixed(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	window := &struct{ title string }{}
	go loop.Post(func() { window = nil })
	loop.Post(func() {
		if window != nil {
			window.title = "loaded"
		}
	})
}

// Somebody posts to a loop that is being shut down.
//
// want: panic
func TestPostAfterCloseBuggy(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	go loop.Post(func() {})
	loop.Close()
}

func TestPostAfterCloseFixed(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	posted := make(chan struct{})
	go func() {
		loop.Post(func() {})
		close(posted)
	}()
	<-posted
	loop.Close()
}

// An event waits for an answer that another event of its own loop is to give.
//
// want: deadlock
func TestBlockingEventBuggy(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	done := make(chan struct{})
	loop.Post(func() {
		defer close(done)
		answer := make(chan int)
		loop.Post(func() { answer <- 1 })
		<-answer
	})
	<-done
}

func TestBlockingEventFixed(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	done := make(chan struct{})
	loop.Post(func() {
		loop.Post(func() { close(done) })
	})
	<-done
}

// The answer and the timeout both end the request.
//
// want: close
func TestTimeoutBuggy(t *testing.T) {
	done := make(chan struct{})
	request(func() { close(done) })
	<-done
}

func TestTimeoutFixed(t *testing.T) {
	done, ended := make(chan struct{}), false
	request(func() {
		if !ended {
			ended = true
			close(done)
		}
	})
	<-done
}

// request asks a server that may take as long as one waits for it.
func request(end func()) {
	loop := gocheck.NewHandler("loop")
	loop.PostAfter(time.Second, end)
	go func() {
		time.Sleep(time.Second)
		loop.Post(end)
	}()
}

// What belongs to the events is read by a goroutine.
//
// want: race
func TestReadFromOutsideBuggy(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	n := 0
	loop.Post(func() { n++ })
	_ = n
}

func TestReadFromOutsideFixed(t *testing.T) {
	loop := gocheck.NewHandler("loop")
	n, answer := 0, make(chan int, 1)
	loop.Post(func() { n++ })
	loop.Post(func() { answer <- n })
	if got := <-answer; got != 1 {
		t.Errorf("counted %d", got)
	}
}

// Two loops ask each other, and wait for the answers in their events.
//
// want: deadlock
func TestTwoLoopsBuggy(t *testing.T) {
	left, right := gocheck.NewHandler("left"), gocheck.NewHandler("right")
	ask := func(other *gocheck.Handler) {
		answer := make(chan int)
		other.Post(func() { answer <- 1 })
		<-answer
	}
	done := make(chan struct{}, 2)
	left.Post(func() {
		ask(right)
		done <- struct{}{}
	})
	right.Post(func() {
		ask(left)
		done <- struct{}{}
	})
	<-done
	<-done
}

func TestTwoLoopsFixed(t *testing.T) {
	left, right := gocheck.NewHandler("left"), gocheck.NewHandler("right")
	ask := func(from, other *gocheck.Handler, then func()) {
		other.Post(func() { from.Post(then) })
	}
	done := make(chan struct{}, 2)
	answered := func() { done <- struct{}{} }
	left.Post(func() { ask(left, right, answered) })
	right.Post(func() { ask(right, left, answered) })
	<-done
	<-done
}

// A timer has posted its event when it is stopped: the event comes all the same.
//
// want: assert
func TestStoppedTimerBuggy(t *testing.T) {
	hideLater(func(shown *bool) { gocheck.Assert(*shown, "hides what is hidden") })
}

func TestStoppedTimerFixed(t *testing.T) {
	hideLater(func(shown *bool) {
		if *shown {
			*shown = false
		}
	})
}

// hideLater shows something and hides it by a timer, or when somebody clicks.
func hideLater(hide func(shown *bool)) {
	ui := gocheck.NewHandler("ui")
	shown := true
	timer := time.AfterFunc(time.Second, func() {
		ui.Post(func() { hide(&shown) })
	})
	time.Sleep(time.Second)
	ui.Post(func() {
		timer.Stop()
		shown = false
	})
}
