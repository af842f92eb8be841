// Package schedule keeps failing schedules in files that a person can read,
// review and compare.
//
// # The format
//
// After the convention of native fuzzing a schedule lies in
//
//	testdata/gocheck/<TestName>/<first 16 hex digits of the content's SHA-256>
//
// beneath its package, and is plain text:
//
//	gocheck schedule v1
//	# Run it again: gocheck replay FILE
//	package example.com/bank
//	test TestTransfer
//	option queue fifo
//	option races report
//	failure deadlock bank.go:31:5 "2 goroutines wait for each other"
//	detail "goroutine 1 (bank_test.go:12) holds a.mu …"
//	step main begin - bank_test.go:9:6
//	step main spawn - bank_test.go:12:2
//	step main/1 begin - bank_test.go:12:5 created=bank_test.go:12:2
//	step main/1 lock a.mu bank.go:30:5
//	end 4
//
// Each decision is one line: the task by its stable name, the operation, its
// object, its position, then what else is to be said as key=value. Who is
// blocked after a step (blocked=main,main/2; blocked= for nobody) is said where
// it changes. Names are
// stable, and what changes from one run to the next without a meaning (the
// number of the execution, the time) is left out, so that the same failure
// found again has the same file name and a diff between two schedules is the
// difference between them.
//
// After the steps there may be an execution that passes: the first thing in which
// it differs (order or choice, the number of the failing step, that of its own,
// both from 0), how many steps it begins with that are the same, then the rest:
//
//	passing order 3 2 2
//	and choice 5 4
//	pass main/1 lock b.mu bank.go:31:5
//
// "every fails" says instead that there is none: all were explored. Files written
// by older commands have neither, or no line "and".
//
// A word that is empty is written "-"; one that holds a blank, a quote or
// anything else that would not survive is quoted as in Go. The last line counts
// the steps: a file cut short is recognised.
//
// # What it is not
//
// Not an archive. A schedule is worth keeping as long as the program resembles
// the one it was found in; where it no longer does, the replay says at which
// step it had to leave the path.
package schedule
