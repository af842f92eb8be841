package access

import (
	"io"
	"log"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// The settings of a logger are atomic: a message looks at them, and who changes them comes
// before it or after it. Its writer is under the logger's lock where it has one.

func looksAtLog(l *log.Logger, s rt.Site) *log.Logger {
	ConsultsAt(unsafe.Pointer(l), s, false)
	return l
}

func changesLog(l *log.Logger, s rt.Site) *log.Logger {
	ConsultsAt(unsafe.Pointer(l), s, true)
	return l
}

// LogChanges announces a change of the settings of package log's logger. The function that it
// returns is called when they have changed.
func LogChanges(s rt.Site) func() { return changesWriter(log.Default(), s) }

// changesWriter takes the lock of a logger whose messages take it, and returns what gives it back.
func changesWriter(l *log.Logger, s rt.Site) func() {
	m := logLock(l)
	if m == nil {
		changesLog(l, s)
		m = logLock(l) // others may have come first
	}
	return takes(m, s)
}

// LogSetOutput is log.SetOutput.
func LogSetOutput(s rt.Site, w io.Writer) { LogLoggerSetOutput(log.Default(), s, w) }

// LogLoggerSetOutput is the method SetOutput of log.Logger.
func LogLoggerSetOutput(l *log.Logger, s rt.Site, w io.Writer) {
	defer changesWriter(l, s)()
	l.SetOutput(w)
}

// LogSetFlags is log.SetFlags.
func LogSetFlags(s rt.Site, flag int) { changesLog(log.Default(), s).SetFlags(flag) }

// LogLoggerSetFlags is the method SetFlags of log.Logger.
func LogLoggerSetFlags(l *log.Logger, s rt.Site, flag int) { changesLog(l, s).SetFlags(flag) }

// LogSetPrefix is log.SetPrefix.
func LogSetPrefix(s rt.Site, prefix string) { changesLog(log.Default(), s).SetPrefix(prefix) }

// LogLoggerSetPrefix is the method SetPrefix of log.Logger.
func LogLoggerSetPrefix(l *log.Logger, s rt.Site, prefix string) { changesLog(l, s).SetPrefix(prefix) }

// LogWriter is log.Writer.
func LogWriter(s rt.Site) io.Writer { return LogLoggerWriter(log.Default(), s) }

// LogLoggerWriter is the method Writer of log.Logger.
func LogLoggerWriter(l *log.Logger, s rt.Site) io.Writer {
	looksAtLog(l, s)
	defer takes(logLock(l), s)()
	return l.Writer()
}

// LogFlags is log.Flags.
func LogFlags(s rt.Site) int { return looksAtLog(log.Default(), s).Flags() }

// LogLoggerFlags is the method Flags of log.Logger.
func LogLoggerFlags(l *log.Logger, s rt.Site) int { return looksAtLog(l, s).Flags() }

// LogPrefix is log.Prefix.
func LogPrefix(s rt.Site) string { return looksAtLog(log.Default(), s).Prefix() }

// LogLoggerPrefix is the method Prefix of log.Logger.
func LogLoggerPrefix(l *log.Logger, s rt.Site) string { return looksAtLog(l, s).Prefix() }

func (a loggerMethods) SetOutput(w io.Writer)   { LogLoggerSetOutput(a.l, a.s, w) }
func (a loggerMethods) SetFlags(flag int)       { LogLoggerSetFlags(a.l, a.s, flag) }
func (a loggerMethods) SetPrefix(prefix string) { LogLoggerSetPrefix(a.l, a.s, prefix) }
func (a loggerMethods) Writer() io.Writer       { return LogLoggerWriter(a.l, a.s) }
func (a loggerMethods) Flags() int              { return LogLoggerFlags(a.l, a.s) }
func (a loggerMethods) Prefix() string          { return LogLoggerPrefix(a.l, a.s) }
