package runtime

import "runtime"

// Returning tells a deferred function that calls it whether it runs since the
// function that deferred it returns, as it also does after a panic that was
// recovered: then that function's results are read for its caller. They are not
// where a panic goes on, or Goexit.
func Returning() bool {
	if current() == nil {
		return false // nobody wants to know
	}
	var pc [1]uintptr
	runtime.Callers(3, pc[:]) // of the deferred function: it is called by what makes it run
	caller, _ := runtime.CallersFrames(pc[:]).Next()
	return caller.Function != "runtime.gopanic" && caller.Function != "runtime.Goexit"
}
