package bank

import (
	"sync"
	"testing"
)

func TestTransfer(t *testing.T) {
	x, y := NewAccount(100), NewAccount(100)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); Transfer(x, y, 30) }()
	go func() { defer wg.Done(); Transfer(y, x, 50) }()
	wg.Wait()
	if x.Balance() != 120 || y.Balance() != 80 {
		t.Errorf("balances %d and %d, want 120 and 80", x.Balance(), y.Balance())
	}
}

// In one direction only there is no harm in it.
func TestTransferOneWay(t *testing.T) {
	x, y := NewAccount(70), NewAccount(0)
	done := make(chan bool)
	for _, amount := range []int{30, 50} {
		go func() { done <- Transfer(x, y, amount) }()
	}
	if first, second := <-done, <-done; first == second {
		t.Errorf("of two transfers that exceed the balance, both or none succeeded: %v", first)
	}
	if sum := x.Balance() + y.Balance(); sum != 70 {
		t.Errorf("there are %d, want 70", sum)
	}
}
