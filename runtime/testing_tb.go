package runtime

import (
	"context"
	"testing"
	"time"
)

// The methods of the interface testing.TB. Of a T they are those of T; what
// else implements TB is a benchmark or a fuzz test, which gocheck does not
// control, or a type of the user's around one of these.

// others is a TB that is none of ours: what its methods change nobody tells.
func others(tb testing.TB) testing.TB {
	if t := current(); t != nil {
		t.rounds.change()
	}
	return tb
}

// TBError is the method Error of testing.TB.
func TBError(tb testing.TB, s Site, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TError(t, s, args...)
		return
	}
	others(tb).Error(args...)
}

// TBFatal is the method Fatal of testing.TB.
func TBFatal(tb testing.TB, s Site, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TFatal(t, s, args...)
		return
	}
	others(tb).Fatal(args...)
}

// TBLog is the method Log of testing.TB.
func TBLog(tb testing.TB, s Site, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TLog(t, s, args...)
		return
	}
	others(tb).Log(args...)
}

// TBSkip is the method Skip of testing.TB.
func TBSkip(tb testing.TB, s Site, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TSkip(t, s, args...)
		return
	}
	others(tb).Skip(args...)
}

// TBErrorf is the method Errorf of testing.TB.
func TBErrorf(tb testing.TB, s Site, format string, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TErrorf(t, s, format, args...)
		return
	}
	others(tb).Errorf(format, args...)
}

// TBFatalf is the method Fatalf of testing.TB.
func TBFatalf(tb testing.TB, s Site, format string, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TFatalf(t, s, format, args...)
		return
	}
	others(tb).Fatalf(format, args...)
}

// TBLogf is the method Logf of testing.TB.
func TBLogf(tb testing.TB, s Site, format string, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TLogf(t, s, format, args...)
		return
	}
	others(tb).Logf(format, args...)
}

// TBSkipf is the method Skipf of testing.TB.
func TBSkipf(tb testing.TB, s Site, format string, args ...any) {
	if t, ok := tb.(*testing.T); ok {
		TSkipf(t, s, format, args...)
		return
	}
	others(tb).Skipf(format, args...)
}

// TBFail is the method Fail of testing.TB.
func TBFail(tb testing.TB, s Site) {
	if t, ok := tb.(*testing.T); ok {
		TFail(t, s)
		return
	}
	others(tb).Fail()
}

// TBFailNow is the method FailNow of testing.TB.
func TBFailNow(tb testing.TB, s Site) {
	if t, ok := tb.(*testing.T); ok {
		TFailNow(t, s)
		return
	}
	others(tb).FailNow()
}

// TBSkipNow is the method SkipNow of testing.TB.
func TBSkipNow(tb testing.TB, s Site) {
	if t, ok := tb.(*testing.T); ok {
		TSkipNow(t, s)
		return
	}
	others(tb).SkipNow()
}

// TBHelper is the method Helper of testing.TB.
func TBHelper(tb testing.TB, s Site) {
	if t, ok := tb.(*testing.T); ok {
		THelper(t, s)
		return
	}
	tb.Helper()
}

// TBCleanup is the method Cleanup of testing.TB.
func TBCleanup(tb testing.TB, s Site, f func()) {
	if t, ok := tb.(*testing.T); ok {
		TCleanup(t, s, f)
		return
	}
	tb.Cleanup(f)
}

// TBSetenv is the method Setenv of testing.TB.
func TBSetenv(tb testing.TB, s Site, key, value string) {
	if t, ok := tb.(*testing.T); ok {
		TSetenv(t, s, key, value)
		return
	}
	tb.Setenv(key, value)
}

// TBChdir is the method Chdir of testing.TB.
func TBChdir(tb testing.TB, s Site, dir string) {
	if t, ok := tb.(*testing.T); ok {
		TChdir(t, s, dir)
		return
	}
	tb.Chdir(dir)
}

// TBFailed is the method Failed of testing.TB.
func TBFailed(tb testing.TB, s Site) bool {
	if t, ok := tb.(*testing.T); ok {
		return TFailed(t, s)
	}
	return tb.Failed()
}

// TBSkipped is the method Skipped of testing.TB.
func TBSkipped(tb testing.TB, s Site) bool {
	if t, ok := tb.(*testing.T); ok {
		return TSkipped(t, s)
	}
	return tb.Skipped()
}

// TBName is the method Name of testing.TB.
func TBName(tb testing.TB, s Site) string {
	if t, ok := tb.(*testing.T); ok {
		return TName(t, s)
	}
	return tb.Name()
}

// TBTempDir is the method TempDir of testing.TB.
func TBTempDir(tb testing.TB, s Site) string {
	if t, ok := tb.(*testing.T); ok {
		return TTempDir(t, s)
	}
	return tb.TempDir()
}

// TBArtifactDir is the method ArtifactDir of testing.TB.
func TBArtifactDir(tb testing.TB, s Site) string {
	if t, ok := tb.(*testing.T); ok {
		return TArtifactDir(t, s)
	}
	return artifactDir(tb)
}

// TBContext is the method Context of testing.TB.
func TBContext(tb testing.TB, s Site) context.Context {
	if t, ok := tb.(*testing.T); ok {
		return TContext(t, s)
	}
	return tb.Context()
}

// Testing is x, or if that is the T of a test under control something with the
// same methods that are: those that act on more than the T's own fields. An M is one
// with a method Run that is.
func Testing[I any](x I, s Site) I {
	if m, ok := any(x).(*testing.M); ok && process.host != nil {
		if c, ok := any(controlledM{m, s}).(I); ok {
			return c
		}
	}
	if t, ok := any(x).(*testing.T); ok && testOf(t) != nil {
		if c, ok := any(&controlledT{t, s}).(I); ok {
			return c
		}
	}
	return x
}

// controlledT is a T with its methods under control.
type controlledT struct {
	*testing.T
	s Site
}

func (c *controlledT) Run(name string, f func(*testing.T)) bool { return TRun(c.T, c.s, name, f) }
func (c *controlledT) Parallel()                                { TParallel(c.T, c.s) }
func (c *controlledT) Deadline() (time.Time, bool)              { return TDeadline(c.T, c.s) }
func (c *controlledT) Context() context.Context                 { return TContext(c.T, c.s) }
func (c *controlledT) Setenv(key, value string)                 { TSetenv(c.T, c.s, key, value) }
func (c *controlledT) Chdir(dir string)                         { TChdir(c.T, c.s, dir) }
func (c *controlledT) TempDir() string                          { return TTempDir(c.T, c.s) }
func (c *controlledT) ArtifactDir() string                      { return TArtifactDir(c.T, c.s) }
