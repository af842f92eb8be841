package testbin

import (
	"os"
	"reflect"
	"testing"
	"time"

	rt "gocheck.dev/runtime"
)

// Run implements runtime.Host.
func (d *driver) Run() int {
	if d.ran {
		return 0 // the executions have called it once more, if TestMain does
	}
	d.ran = true
	code := d.drive()
	d.leave(code)
	return code
}

// Exits implements runtime.Host.
func (d *driver) Exits(code int) {
	if code == 0 {
		d.ranNone()
	}
}

// Trapped implements runtime.Host.
func (d *driver) Trapped(u *rt.Uncontrolled) { d.dog.trapped(u) }

// leave is called when all tests were explored and TestMain goes on natively, to give
// back what it has got outside of the process. Its package variables are those of the
// last execution by now, so whatever goes wrong is ignored.
func (d *driver) leave(code int) {
	if d.userMain == nil || d.out == nil {
		return
	}
	d.over = true
	d.out.drop()
	time.AfterFunc(timeToLeave, func() { os.Exit(code) })
}

// timeToLeave is how long a TestMain may take for that.
const timeToLeave = 2 * time.Second

// detour lets the method Run of m lead to the driver where rewritten code does not call
// it: its tests are replaced. Such a TestMain is not called again in the executions, since
// there the tests can be reached through MRun only.
func (d *driver) detour(m *testing.M) {
	f := reflect.ValueOf(m).Elem().FieldByName("tests")
	if !f.IsValid() || f.Type() != reflect.TypeFor[[]testing.InternalTest]() {
		return // another Go: then they run natively, and the command says that none was explored
	}
	*(*[]testing.InternalTest)(f.Addr().UnsafePointer()) = []testing.InternalTest{{Name: "gocheck", F: func(*testing.T) {
		d.userMain, d.ran, d.bypassed = nil, true, true
		os.Exit(d.drive())
	}}}
}
