// Package ledger is two event loops that talk to each other: the accounts,
// which decide, and the journal, which has to know of every decision in its
// order.
package ledger

import "gocheck.dev"

// Ledger is a balance and its history.
type Ledger struct {
	accounts *gocheck.Handler // owns balance
	journal  *gocheck.Handler // owns entries

	balance int
	entries []int
}

// New makes an empty ledger.
func New() *Ledger {
	return &Ledger{
		accounts: gocheck.NewHandler("accounts", gocheck.FIFO()),
		journal:  gocheck.NewHandler("journal", gocheck.FIFO()),
	}
}

// Book adds an amount to the balance, unless that would become negative, and
// calls booked with the answer, on the event loop of the accounts.
func (l *Ledger) Book(amount int, booked func(ok bool)) {
	l.accounts.Post(func() {
		if l.balance+amount < 0 {
			booked(false)
			return
		}
		l.balance += amount
		after := l.balance
		// Only events of accounts post to the journal, and both are FIFO: so
		// the journal hears of the bookings in their order.
		l.journal.Post(func() { l.enter(amount, after) })
		booked(true)
	})
}

func (l *Ledger) enter(amount, after int) {
	l.entries = append(l.entries, amount)
	sum := 0
	for _, e := range l.entries {
		sum += e
	}
	gocheck.Assert(sum == after, "the journal comes to %d, the balance was %d", sum, after)
}

// Close ends the ledger when everything that was booked is in the journal, and
// then calls closed with the number of entries.
func (l *Ledger) Close(closed func(entries int)) {
	l.accounts.Post(func() {
		l.journal.Post(func() { closed(len(l.entries)) })
	})
}
