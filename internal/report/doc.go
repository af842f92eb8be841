// Package report writes as text what gocheck has found: a test's verdict, a failure, and its
// schedule in columns.
//
// # Columns
//
// A column is a goroutine, or a handler with all its messages, which never overlap. Time goes
// downwards, and each row is one step. So the reader sees where each goroutine was at any time.
// A rendezvous is one row with both of its sides.
//
// A row also says which goroutines its step blocks or wakes. The events of a handler are
// framed. The operations that the sentence about the difference names have the same signs as in
// the sentence.
//
// Most steps of a long schedule do not matter. So of a long stretch of one task the ends are
// shown and the rest is counted. Steps in code that is not the user's are one row. Of a
// schedule that is still too long, the beginning and the end are shown. The failing step is
// never left out. Verbose shows all. docs/failures.md has the reasons.
//
// Everything here is a function from wire's types to text. Nothing is run, so `gocheck show`
// needs only a file.
package report
