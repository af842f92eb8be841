package testers

import (
	"context"
	"io"
	"reflect"
	"testing"
	"time"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/fuzzing"
	"gocheck.dev/runtime/internal/promoted"
	"gocheck.dev/runtime/surroundings"
	"gocheck.dev/runtime/telling"
)

// Embeds notes that T, a struct type, has methods of a testing.T from what it embeds, but not
// these.
func Embeds[T any](own string) { promoted.NoteTester(reflect.TypeFor[T](), own) }

// EmbedsGeneric is the same for a generic type.
func EmbedsGeneric(name, own string) { promoted.NoteTester(name, own) }

// Testing is x, or if that is the T of a test under control, or has the method from it by what it
// embeds, something with the same methods that are: those that act on more than the T's own
// fields. An M is one with a method Run that is.
func Testing[I any](x I, s rt.Site, method string) I {
	if m, ok := any(x).(*testing.M); ok && rt.Hosted() {
		if c, ok := any(controlledM{m, s}).(I); ok {
			return c
		}
	}
	if t := fuzzing.Test(x, method); t != nil && rt.TestOf(t) != nil {
		if c, ok := any(&controlledT{t, s}).(I); ok {
			return c
		}
	}
	return x
}

// controlledT is a T with its methods under control.
type controlledT struct {
	*testing.T
	s rt.Site
}

func (c *controlledT) Run(name string, f func(*testing.T)) bool { return rt.TRun(c.T, c.s, name, f) }
func (c *controlledT) Parallel()                                { rt.TParallel(c.T, c.s) }
func (c *controlledT) Deadline() (time.Time, bool)              { return telling.TDeadline(c.T, c.s) }
func (c *controlledT) Context() context.Context                 { return rt.TContext(c.T, c.s) }
func (c *controlledT) Setenv(key, value string)                 { access.TSetenv(c.T, c.s, key, value) }
func (c *controlledT) Chdir(dir string)                         { access.TChdir(c.T, c.s, dir) }
func (c *controlledT) TempDir() string                          { return surroundings.TTempDir(c.T, c.s) }
func (c *controlledT) ArtifactDir() string                      { return surroundings.TArtifactDir(c.T, c.s) }
func (c *controlledT) Output() io.Writer                        { return telling.TOutput(c.T, c.s) }
func (c *controlledT) Attr(key, value string)                   { telling.TAttr(c.T, c.s, key, value) }
func (c *controlledT) Error(args ...any) {
	telling.TError(c.T, c.s, access.PrintsEach(args, c.s)...)
}
func (c *controlledT) Errorf(format string, args ...any) {
	telling.TErrorf(c.T, c.s, format, access.PrintsFormatted(args, c.s, format)...)
}
func (c *controlledT) Fatal(args ...any) {
	telling.TFatal(c.T, c.s, access.PrintsEach(args, c.s)...)
}
func (c *controlledT) Fatalf(format string, args ...any) {
	telling.TFatalf(c.T, c.s, format, access.PrintsFormatted(args, c.s, format)...)
}
func (c *controlledT) Log(args ...any) {
	telling.TLog(c.T, c.s, access.PrintsEach(args, c.s)...)
}
func (c *controlledT) Logf(format string, args ...any) {
	telling.TLogf(c.T, c.s, format, access.PrintsFormatted(args, c.s, format)...)
}
func (c *controlledT) Skip(args ...any) {
	telling.TSkip(c.T, c.s, access.PrintsEach(args, c.s)...)
}
func (c *controlledT) Skipf(format string, args ...any) {
	telling.TSkipf(c.T, c.s, format, access.PrintsFormatted(args, c.s, format)...)
}
func (c *controlledT) SkipNow() { telling.TSkipNow(c.T, c.s) }
func (c *controlledT) Helper()  { telling.THelper(c.T, c.s) }
func (c *controlledT) Fail()    { telling.TFail(c.T, c.s) }
func (c *controlledT) FailNow() { telling.TFailNow(c.T, c.s) }

// controlledM is a testing.M with its method under control.
type controlledM struct {
	m *testing.M
	s rt.Site
}

// Run is the method Run of testing.M.
func (c controlledM) Run() int { return rt.MRun(c.m, c.s) }
