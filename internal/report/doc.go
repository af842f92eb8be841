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
// A row also says what its step does to others: who is blocked by it and who is
// woken. The events of a handler are framed, and what the sentence about the
// difference names has the sign that it has in the sentence.
//
// A schedule is as long as the program is, and most of its steps do not
// matter. So a long stretch of one task shows its ends and counts the rest,
// steps in code that is not the user's are one row, and a schedule that is
// longer still shows its beginning and its end. What went wrong is never left
// out. Verbose shows all. docs/failures.md says why it is as it is.
//
// Everything here is a function from wire's types to text: nothing is run, and
// `gocheck show` needs no more than a file.
package report
