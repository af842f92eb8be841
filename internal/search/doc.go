// Command search measures how soon the searchers find bugs, and writes docs/measured/search.md:
// `make search`.
//
// The programs are tests that can fail, in groups (programs.go). Each searcher gets each
// program with some seeds, a bound of executions and of time, and one core; what is deterministic
// gets one seed. Noted is the execution that was the first to fail, of all that were made for it:
// auto's are those of its exploration and of the searchers beside it. A table has the median over
// the seeds for each program; another one how many bugs were found within 10, 100, 1,000 and 10,000
// executions, on average over the seeds, and what processor time that took.
package main
