// Package tracefile reads recorded traces: the operations of one execution, a
// numbered line each, in the format of EM-Explorer. docs/trace-format.md
// describes it.
//
//	12 POST src:2 msg:1 dest:1
//	13 CALL tid:1 msg:1
//	14 READ tid:1 obj:0x11 class:a; field:224
//	15 RET tid:1 msg:1
//
// A file that cannot be the record of an execution is refused with its line
// and what is missing. What the reorderings of a trace are is package
// tracerun's business.
package tracefile
