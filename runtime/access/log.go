package access

import (
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"sync"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// A log.Logger holds a lock while its writer writes. Where that is a writer of
// the program's, in which other tasks may run, they would block on that lock
// for real. So a lock of ours is taken around it, and the message is made
// before, as package log does it: methods of what is printed run without lock.
// It orders the messages, too, which the program sees in a buffer or a file.

// logOutput writes a message to l. depth is that of the call of the entry point, as for Output.
func logOutput(l *log.Logger, s rt.Site, depth int, text string) error {
	looksAtLog(l, s)
	prefix, flags := l.Prefix(), l.Flags() // as they are before the lock is there
	defer locksLog(l, s)()
	return write(l, s, depth+1, prefix, flags, text)
}

// LockLog takes the lock around the writer of l, if it needs one, for what writes there by
// package log itself. It returns what gives it back.
func LockLog(l *log.Logger, s rt.Site) func() {
	looksAtLog(l, s)
	return locksLog(l, s)
}

func locksLog(l *log.Logger, s rt.Site) func() {
	m := logLock(l)
	unlock := takes(m, s)
	if m != nil {
		Writes(l.Writer(), s)
	}
	return unlock
}

// takes takes the lock of a logger, if it has one, and returns what gives it back.
func takes(m *sync.Mutex, s rt.Site) (unlock func()) {
	if m == nil {
		return func() {}
	}
	rt.MutexLock(m, s)
	return func() { rt.MutexUnlock(m, s) }
}

// logLock is the lock of a logger, nil if nobody sees in which order its messages are
// written. Once there is one it is always taken: somebody may be inside, and even to ask
// the logger for its writer would block then.
func logLock(l *log.Logger) *sync.Mutex {
	if !rt.Controlled() {
		return nil
	}
	key := unsafe.Pointer(l)
	if m, ok := rt.Kept(key, nil).(*sync.Mutex); ok {
		return m
	}
	switch l.Writer() {
	case io.Discard, os.Stdout, os.Stderr:
		return nil
	}
	return rt.Kept(key, func() any { return new(sync.Mutex) }).(*sync.Mutex)
}

// caller is the depth of the caller of an entry point.
const caller = 2

func logFatal(l *log.Logger, s rt.Site, depth int, text string) {
	_ = logOutput(l, s, depth+1, text)
	rt.Exit(s, 1, "log.Fatal: "+strings.TrimSuffix(text, "\n"))
}

func logPanic(l *log.Logger, s rt.Site, depth int, text string) {
	_ = logOutput(l, s, depth+1, text)
	panic(text)
}

// What is printed is read here: messages come by interfaces, too, and by functions that are values.

func sprint(v []any, s rt.Site) string   { return fmt.Sprint(PrintsEach(v, s)...) }
func sprintln(v []any, s rt.Site) string { return fmt.Sprintln(PrintsEach(v, s)...) }
func sprintf(format string, v []any, s rt.Site) string {
	return fmt.Sprintf(format, PrintsFormatted(v, s, format)...)
}

// LogOutput is log.Output.
func LogOutput(s rt.Site, depth int, text string) error {
	return logOutput(log.Default(), s, depth+1, text)
}

// LogLoggerOutput is the method Output of log.Logger.
func LogLoggerOutput(l *log.Logger, s rt.Site, depth int, text string) error {
	return logOutput(l, s, depth+1, text)
}

// LogPrint is log.Print.
func LogPrint(s rt.Site, v ...any) { _ = logOutput(log.Default(), s, caller, sprint(v, s)) }

// LogLoggerPrint is the method Print of log.Logger.
func LogLoggerPrint(l *log.Logger, s rt.Site, v ...any) {
	_ = logOutput(l, s, caller, sprint(v, s))
}

// LogPrintf is log.Printf.
func LogPrintf(s rt.Site, format string, v ...any) {
	_ = logOutput(log.Default(), s, caller, sprintf(format, v, s))
}

// LogLoggerPrintf is the method Printf of log.Logger.
func LogLoggerPrintf(l *log.Logger, s rt.Site, format string, v ...any) {
	_ = logOutput(l, s, caller, sprintf(format, v, s))
}

// LogPrintln is log.Println.
func LogPrintln(s rt.Site, v ...any) { _ = logOutput(log.Default(), s, caller, sprintln(v, s)) }

// LogLoggerPrintln is the method Println of log.Logger.
func LogLoggerPrintln(l *log.Logger, s rt.Site, v ...any) {
	_ = logOutput(l, s, caller, sprintln(v, s))
}

// LogFatal is log.Fatal.
func LogFatal(s rt.Site, v ...any) { logFatal(log.Default(), s, caller, sprint(v, s)) }

// LogLoggerFatal is the method Fatal of log.Logger.
func LogLoggerFatal(l *log.Logger, s rt.Site, v ...any) { logFatal(l, s, caller, sprint(v, s)) }

// LogFatalf is log.Fatalf.
func LogFatalf(s rt.Site, format string, v ...any) {
	logFatal(log.Default(), s, caller, sprintf(format, v, s))
}

// LogLoggerFatalf is the method Fatalf of log.Logger.
func LogLoggerFatalf(l *log.Logger, s rt.Site, format string, v ...any) {
	logFatal(l, s, caller, sprintf(format, v, s))
}

// LogFatalln is log.Fatalln.
func LogFatalln(s rt.Site, v ...any) { logFatal(log.Default(), s, caller, sprintln(v, s)) }

// LogLoggerFatalln is the method Fatalln of log.Logger.
func LogLoggerFatalln(l *log.Logger, s rt.Site, v ...any) { logFatal(l, s, caller, sprintln(v, s)) }

// LogPanic is log.Panic.
func LogPanic(s rt.Site, v ...any) { logPanic(log.Default(), s, caller, sprint(v, s)) }

// LogLoggerPanic is the method Panic of log.Logger.
func LogLoggerPanic(l *log.Logger, s rt.Site, v ...any) { logPanic(l, s, caller, sprint(v, s)) }

// LogPanicf is log.Panicf.
func LogPanicf(s rt.Site, format string, v ...any) {
	logPanic(log.Default(), s, caller, sprintf(format, v, s))
}

// LogLoggerPanicf is the method Panicf of log.Logger.
func LogLoggerPanicf(l *log.Logger, s rt.Site, format string, v ...any) {
	logPanic(l, s, caller, sprintf(format, v, s))
}

// LogPanicln is log.Panicln.
func LogPanicln(s rt.Site, v ...any) { logPanic(log.Default(), s, caller, sprintln(v, s)) }

// LogLoggerPanicln is the method Panicln of log.Logger.
func LogLoggerPanicln(l *log.Logger, s rt.Site, v ...any) { logPanic(l, s, caller, sprintln(v, s)) }
