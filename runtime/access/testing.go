package access

import (
	"context"
	"io"
	"testing"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/fuzzing"
	"gocheck.dev/runtime/surroundings"
	"gocheck.dev/runtime/telling"
)

// The methods of the interface testing.TB, and of testing.F. Of a T and an F they are those of T;
// what else implements TB is a benchmark, which gocheck does not control, or a type of
// the user's around one of these.

// others is a TB that is none of ours: what its methods change nobody tells.
func others(tb testing.TB) testing.TB {
	rt.Changes()
	return tb
}

// TBError is the method Error of testing.TB.
func TBError(tb testing.TB, s rt.Site, args ...any) {
	if t := fuzzing.Test(tb, "Error"); t != nil {
		telling.TError(t, s, args...)
		return
	}
	others(tb).Error(args...)
}

// TBFatal is the method Fatal of testing.TB.
func TBFatal(tb testing.TB, s rt.Site, args ...any) {
	if t := fuzzing.Test(tb, "Fatal"); t != nil {
		telling.TFatal(t, s, args...)
		return
	}
	others(tb).Fatal(args...)
}

// TBLog is the method Log of testing.TB.
func TBLog(tb testing.TB, s rt.Site, args ...any) {
	if t := fuzzing.Test(tb, "Log"); t != nil {
		telling.TLog(t, s, args...)
		return
	}
	others(tb).Log(args...)
}

// TBSkip is the method Skip of testing.TB.
func TBSkip(tb testing.TB, s rt.Site, args ...any) {
	if t := fuzzing.Test(tb, "Skip"); t != nil {
		telling.TSkip(t, s, args...)
		return
	}
	others(tb).Skip(args...)
}

// TBErrorf is the method Errorf of testing.TB.
func TBErrorf(tb testing.TB, s rt.Site, format string, args ...any) {
	if t := fuzzing.Test(tb, "Errorf"); t != nil {
		telling.TErrorf(t, s, format, args...)
		return
	}
	others(tb).Errorf(format, args...)
}

// TBFatalf is the method Fatalf of testing.TB.
func TBFatalf(tb testing.TB, s rt.Site, format string, args ...any) {
	if t := fuzzing.Test(tb, "Fatalf"); t != nil {
		telling.TFatalf(t, s, format, args...)
		return
	}
	others(tb).Fatalf(format, args...)
}

// TBLogf is the method Logf of testing.TB.
func TBLogf(tb testing.TB, s rt.Site, format string, args ...any) {
	if t := fuzzing.Test(tb, "Logf"); t != nil {
		telling.TLogf(t, s, format, args...)
		return
	}
	others(tb).Logf(format, args...)
}

// TBSkipf is the method Skipf of testing.TB.
func TBSkipf(tb testing.TB, s rt.Site, format string, args ...any) {
	if t := fuzzing.Test(tb, "Skipf"); t != nil {
		telling.TSkipf(t, s, format, args...)
		return
	}
	others(tb).Skipf(format, args...)
}

// TBFail is the method Fail of testing.TB.
func TBFail(tb testing.TB, s rt.Site) {
	if t := fuzzing.Test(tb, "Fail"); t != nil {
		telling.TFail(t, s)
		return
	}
	others(tb).Fail()
}

// TBFailNow is the method FailNow of testing.TB.
func TBFailNow(tb testing.TB, s rt.Site) {
	if t := fuzzing.Test(tb, "FailNow"); t != nil {
		telling.TFailNow(t, s)
		return
	}
	others(tb).FailNow()
}

// TBSkipNow is the method SkipNow of testing.TB.
func TBSkipNow(tb testing.TB, s rt.Site) {
	if t := fuzzing.Test(tb, "SkipNow"); t != nil {
		telling.TSkipNow(t, s)
		return
	}
	others(tb).SkipNow()
}

// TBHelper is the method Helper of testing.TB.
func TBHelper(tb testing.TB, s rt.Site) {
	if t := fuzzing.Test(tb, "Helper"); t != nil {
		telling.THelper(t, s)
		return
	}
	tb.Helper()
}

// TBCleanup is the method Cleanup of testing.TB.
func TBCleanup(tb testing.TB, s rt.Site, f func()) {
	if t := fuzzing.Test(tb, "Cleanup"); t != nil {
		telling.TCleanup(t, s, f)
		return
	}
	tb.Cleanup(f)
}

// TBSetenv is the method Setenv of testing.TB.
func TBSetenv(tb testing.TB, s rt.Site, key, value string) {
	if t := fuzzing.Test(tb, "Setenv"); t != nil {
		TSetenv(t, s, key, value)
		return
	}
	tb.Setenv(key, value)
}

// TBChdir is the method Chdir of testing.TB.
func TBChdir(tb testing.TB, s rt.Site, dir string) {
	if t := fuzzing.Test(tb, "Chdir"); t != nil {
		TChdir(t, s, dir)
		return
	}
	tb.Chdir(dir)
}

// TBFailed is the method Failed of testing.TB.
func TBFailed(tb testing.TB, s rt.Site) bool {
	if t := fuzzing.Test(tb, "Failed"); t != nil {
		return telling.TFailed(t, s)
	}
	return tb.Failed()
}

// TBSkipped is the method Skipped of testing.TB.
func TBSkipped(tb testing.TB, s rt.Site) bool {
	if t := fuzzing.Test(tb, "Skipped"); t != nil {
		return telling.TSkipped(t, s)
	}
	return tb.Skipped()
}

// TBName is the method Name of testing.TB.
func TBName(tb testing.TB, s rt.Site) string {
	if t := fuzzing.Test(tb, "Name"); t != nil {
		return telling.TName(t, s)
	}
	return tb.Name()
}

// TBTempDir is the method TempDir of testing.TB.
func TBTempDir(tb testing.TB, s rt.Site) string {
	if t := fuzzing.Test(tb, "TempDir"); t != nil {
		return surroundings.TTempDir(t, s)
	}
	return tb.TempDir()
}

// TBArtifactDir is the method ArtifactDir of testing.TB.
func TBArtifactDir(tb testing.TB, s rt.Site) string {
	if t := fuzzing.Test(tb, "ArtifactDir"); t != nil {
		return surroundings.TArtifactDir(t, s)
	}
	return surroundings.ArtifactDir(tb)
}

// TBOutput is the method Output of testing.TB.
func TBOutput(tb testing.TB, s rt.Site) io.Writer {
	if t := fuzzing.Test(tb, "Output"); t != nil {
		return telling.TOutput(t, s)
	}
	return tb.Output()
}

// TBAttr is the method Attr of testing.TB.
func TBAttr(tb testing.TB, s rt.Site, key, value string) {
	if t := fuzzing.Test(tb, "Attr"); t != nil {
		telling.TAttr(t, s, key, value)
		return
	}
	tb.Attr(key, value)
}

// TBContext is the method Context of testing.TB.
func TBContext(tb testing.TB, s rt.Site) context.Context {
	if t := fuzzing.Test(tb, "Context"); t != nil {
		return rt.TContext(t, s)
	}
	return tb.Context()
}
