// Package r4app is a program that -algo=r4 is measured with: a reader for the
// terminal, made of github.com/charmbracelet/bubbletea and of components of
// github.com/charmbracelet/bubbles as they were published. On the left a picker of
// files, on the right the list of the file's lines, which can be filtered, and the
// line that is open. What takes time is asked for by commands, goroutines that
// answer with a message; timers blink, spin and remove what was said long enough.
//
// The reader itself knows which file an answer is for. Its components, which are
// most of it, do as they were published: docs/design/conflicts.md has what comes of that.
package r4app
