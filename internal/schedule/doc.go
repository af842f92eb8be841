// Package schedule keeps failing schedules in files that people can read, review and compare.
//
// # The format
//
// As inputs of native fuzzing do, a schedule lies in
//
//	testdata/gocheck/<TestName>/<first 16 hex digits of the content's SHA-256>
//
// below its package. It is plain text:
//
//	gocheck schedule v1
//	# Run it again: gocheck replay FILE
//	package example.com/bank
//	test TestTransfer
//	option queue fifo
//	option races report
//	failure deadlock bank.go:31:5 "2 goroutines wait for each other"
//	detail "goroutine 1 (bank_test.go:12) holds a.mu …"
//	preemptions 1
//	step main begin - bank_test.go:9:6
//	step main spawn - bank_test.go:12:2
//	step main/1 begin - bank_test.go:12:5 created=bank_test.go:12:2
//	step main/1 lock a.mu bank.go:30:5
//	end 4
//
// Where the operation and its object are not what the program knows (sockets), says= has what it
// does in words, aside= the same of a part of what another step says, and saying= what those wait
// for that waits= lists. from= is where the user's code calls the library that a step is in, and
// asking= the same of those that wait.
//
// Each decision is one line: the task by its stable name, the operation, its object, its
// position, then further facts as key=value. The blocked tasks (blocked=main,main/2; blocked=
// for none) are listed after each step that changes them, of many only those that it frees (frees=)
// and blocks (blocks=, each with its place in the list). Names are stable. Facts that change
// from run to run without a meaning (the number of the execution, the time) are left out. So
// the same failure found again has the same file name, and a diff of two files shows the
// difference of two schedules.
//
// After the steps there may be an execution that passes. Its first line has the first
// difference (order or choice, the number of the failing step, the number of the passing step,
// both from 0) and the number of equal steps at the beginning. Then come the other steps:
//
//	passing order 3 2 2
//	and choice 5 4
//	pass main/1 lock b.mu bank.go:31:5
//
// A line "otherwise" says that the other execution does not pass, but fails by something else.
// "every fails" says that every execution fails: all were explored. Files written by older
// commands have none of these, or no line "and", or no line "preemptions".
//
// An empty word is written "-". A word with a blank, a quote or another special character is
// quoted as in Go. The last line counts the steps, so a file that was cut short is recognised.
//
// # What it is not
//
// Not an archive. A schedule is worth keeping as long as the program is like the one it was
// found in. If the program has changed too much, the replay says at which step it left the
// schedule.
package schedule
