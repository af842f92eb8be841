package gocheck_test

import (
	"fmt"
	"time"

	"gocheck.dev"
)

// Events of one handler run one at a time, so what only they touch needs no lock. The last event
// says that the work is done.
func Example() {
	account := gocheck.NewHandler("account")
	balance := 0
	for _, amount := range []int{50, -20, 10} {
		account.Post(func() { balance += amount })
	}
	done := make(chan struct{})
	account.Post(func() { close(done) })
	<-done
	fmt.Println(balance)
	// Output: 40
}

// An event may post others. They run after it has ended.
func ExampleHandler_Post() {
	loop := gocheck.NewHandler("loop")
	done := make(chan struct{})
	loop.Post(func() {
		loop.Post(func() {
			fmt.Println("second")
			close(done)
		})
		fmt.Println("first")
	})
	<-done
	// Output:
	// first
	// second
}

// What is posted to the front overtakes the events that wait.
func ExampleHandler_PostFront() {
	loop := gocheck.NewHandler("loop")
	done := make(chan struct{})
	loop.Post(func() {
		loop.Post(func() { fmt.Println("later"); close(done) })
		loop.PostFront(func() { fmt.Println("sooner") })
	})
	<-done
	// Output:
	// sooner
	// later
}

// Under the checker no test waits for a second: its clock is virtual.
func ExampleHandler_PostAfter() {
	loop := gocheck.NewHandler("loop")
	done := make(chan struct{})
	loop.PostAfter(time.Millisecond, func() { close(done) })
	<-done
	fmt.Println("over")
	// Output: over
}

// A closed handler runs what it has, and takes no more.
func ExampleHandler_Close() {
	loop := gocheck.NewHandler("loop")
	done := make(chan struct{})
	loop.Post(func() { close(done) })
	loop.Close()
	<-done
	defer func() { fmt.Println("refused:", recover() != nil) }()
	loop.Post(func() {})
	// Output: refused: true
}

// The events of an unordered handler may run in any order under the checker. So a program that
// passes there does not depend on the order of its queue.
func ExampleUnordered() {
	network := gocheck.NewHandler("network", gocheck.Unordered())
	fmt.Println(network.Name(), network.Delivery())
	// Output: network unordered
}

// Under the checker both branches are explored, each in executions of its own. Natively one is
// drawn at random.
func ExampleChoose() {
	lost := gocheck.Choose(2) == 1
	if lost {
		gocheck.Observe("message", "lost")
	} else {
		gocheck.Observe("message", "delivered")
	}
}

// An assertion that does not hold panics. Under the checker it is a failure, with the schedule that
// leads to it.
func ExampleAssert() {
	defer func() { fmt.Println(recover()) }()
	n := 3
	gocheck.Assert(n < 3, "%d tickets are sold, and there are 2", n)
	// Output: gocheck: assertion failed: 3 tickets are sold, and there are 2
}

// Some execution has to find the queue full, and none may find it too long. If the exploration
// comes to its end without a full queue the test fails: it does not test what it should.
func ExampleSometimes() {
	queue := make(chan int, 2)
	queue <- 1
	gocheck.Sometimes(len(queue) == cap(queue), "the queue is full")
	gocheck.Always(len(queue) <= cap(queue), "the queue is not too long")
}
