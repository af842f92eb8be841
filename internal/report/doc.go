// Package report says in text what gocheck has found: a test's verdict, a
// failure, and the schedule that led to it in columns.
//
// # Columns
//
// One column stands for what runs one thing after another: a goroutine, or a
// handler with all its messages, which never overlap. Time goes downwards and
// each row is one step, so the eye sees who was where when somebody else
// went on. A rendezvous is one row with both of its sides.
//
// A schedule is as long as the program is, and most of its steps do not
// matter. So a long stretch of one column shows its ends and counts the rest,
// steps in code that is not the user's are folded more tightly, and a schedule
// that is longer still shows its beginning and its end. Verbose shows all.
//
// Everything here is a function from wire's types to text: nothing is run, and
// `gocheck show` needs no more than a file.
package report
