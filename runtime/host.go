package runtime

import (
	"os"

	"gocheck.dev/runtime/internal/environ"
)

// Host runs the tests of this process under control: package testbin.
type Host interface {
	// Run takes the place of the method Run of testing.M outside of executions, called by the
	// user's TestMain, or directly if there is none. It returns the exit code.
	Run() int
	// Exits is called where the program calls os.Exit natively.
	Exits(code int)
	// Trapped ends the process: a task cannot go on, nor control pass on from it.
	Trapped(u *Uncontrolled)
}

// HostedBy sets the Host of this process.
func HostedBy(h Host) { process.host = h }

// Hosted says whether there is one: without, tests run natively.
func Hosted() bool { return process.host != nil }

// TakeOver is called before the first execution. It returns a function that undoes it.
func TakeOver() (giveBack func()) {
	release := process.strays.Hold()
	return func() {
		environ.GiveBackFlags()
		release()
	}
}

// StandardFiles are the standard files of the process. The variables of package os
// may point elsewhere.
func StandardFiles() (in, out, err *os.File) { return process.stdin, process.stdout, process.stderr }
