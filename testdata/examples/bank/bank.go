// Package bank moves money between accounts.
//
// It has the oldest bug of its kind: two transfers in opposite directions lock
// the two accounts in opposite orders.
package bank

import "sync"

// Account is an account at the bank.
type Account struct {
	mu      sync.Mutex
	balance int
}

// NewAccount opens an account with a first deposit.
func NewAccount(deposit int) *Account { return &Account{balance: deposit} }

// Balance is what is in the account.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Transfer moves an amount from a to b, if a has so much, and says whether it
// did.
func Transfer(a, b *Account, amount int) bool {
	// The bug: the order has to be the same for all transfers.
	a.mu.Lock()
	b.mu.Lock()
	defer a.mu.Unlock()
	defer b.mu.Unlock()
	if a.balance < amount {
		return false
	}
	a.balance -= amount
	b.balance += amount
	return true
}
