package runtime

import "os"

// Host is who runs the tests of this process under control: package testbin.
type Host interface {
	// Run is the method Run of testing.M, called by the user's TestMain natively, or for
	// want of one. It returns the exit code.
	Run() int
	// Exits is called where the program calls os.Exit natively.
	Exits(code int)
	// Trapped ends the process: a task cannot go on, nor control pass on from it.
	Trapped(u *Uncontrolled)
}

// HostedBy says who runs the tests of this process.
func HostedBy(h Host) { process.host = h }

// TakeOver is called before the first execution. The function that it returns gives
// back what was taken.
func TakeOver() (giveBack func()) {
	release := holdStrays()
	return func() {
		giveBackFlags()
		release()
	}
}

// StandardFiles are standard output and error of the process, which the variables of
// package os may not point to any more.
func StandardFiles() (out, err *os.File) { return process.stdout, process.stderr }
