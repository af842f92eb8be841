// Command stdtables makes instrument/internal/std/generated.txt: what functions of the standard
// library read and write of the memory that they are given. Rewritten code announces that before
// it calls them, since they are not rewritten themselves.
//
// It builds SSA of the whole standard library and finds for each function which memory it
// accesses, by paths from its parameters: the elements of a slice, the variable behind a pointer,
// a field of it. Summaries of callees are applied at calls, until nothing changes.
//
// What is computed is what may happen, with one exception: of an access it is also known whether
// every call makes it. Of functions without a body, or of packages that work by reflection, which
// models.go does not know, it is not known what they do: the end of the table names them. A method
// of an interface is taken for what its name says (models.go).
//
//	values.go    abstract values: which memory a value leads to
//	transfer.go  one function, instruction by instruction
//	calls.go     calls: summaries of callees, builtins, methods of interfaces
//	models.go    functions without a body
//	summary.go   what is kept of a function, and the fixed point over all
//	table.go     from summaries to the letters that instrument reads
package main
