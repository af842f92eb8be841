// Package signals is package os/signal under control. What Notify registers is kept in the
// execution: no signal of the process's reaches it. One that the program sends to itself is
// delivered by a task of its own, as by package os/signal's goroutine: to a channel if it has room.
// Registering and delivering are operations on one location.
package signals
