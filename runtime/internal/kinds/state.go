package kinds

import "gocheck.dev/checker"

// State is what Go says of a goroutine that waits to perform such an operation.
func State(op *checker.Op) string {
	switch op.Kind {
	case checker.Send:
		return "chan send"
	case checker.Recv, checker.TimerRecv, checker.Await, checker.Join:
		return "chan receive"
	case checker.Select:
		switch {
		case len(op.Cases) == 0:
			return "select (no cases)"
		case len(op.Cases) == 1 && op.Cases[0].Kind == checker.NoKind && !op.HasDefault:
			return "chan receive (nil chan)"
		}
		return "select"
	case checker.Lock, checker.Arrive, checker.Once:
		return "sync.Mutex.Lock"
	case checker.RLock:
		return "sync.RWMutex.RLock"
	case checker.Wait:
		return "sync.WaitGroup.Wait"
	case checker.Wake:
		return "sync.Cond.Wait"
	case checker.Sleep:
		return "sleep"
	}
	return "runnable"
}
