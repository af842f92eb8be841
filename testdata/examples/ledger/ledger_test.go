package ledger

import (
	"sync"
	"testing"
)

func TestBookings(t *testing.T) {
	l := New()
	var wg sync.WaitGroup
	booked := make(chan bool, 3)
	for _, amount := range []int{50, -30, -40} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.Book(amount, func(ok bool) { booked <- ok })
		}()
	}
	wg.Wait()
	closed := make(chan int)
	l.Close(func(entries int) { closed <- entries })
	ok := 0
	for range 3 {
		if <-booked {
			ok++
		}
	}
	if entries := <-closed; entries != ok || entries < 1 || entries > 2 {
		t.Errorf("%d entries of %d bookings, want the same number, 1 or 2", entries, ok)
	}
}
