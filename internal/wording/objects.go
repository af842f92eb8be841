package wording

import "gocheck.dev/checker"

// Object is what an object without a name is called.
func Object(kind checker.ObjectKind) string { return objectKinds[kind] }

var objectKinds = [...]string{
	checker.VarObject:       "a variable",
	checker.LockObject:      "a lock",
	checker.ChanObject:      "a channel",
	checker.HandlerObject:   "a handler",
	checker.CondObject:      "a condition",
	checker.WaitGroupObject: "a WaitGroup",
	checker.OnceObject:      "a Once",
	checker.TimerObject:     "a timer",
}
