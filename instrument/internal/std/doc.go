// Package std is what the rewriter knows of the standard library, by function: which entry
// point of the runtime takes its place (Entries), what is outside of control (Outside), and
// which memory it accesses through what it is given (ParamMode, ReceiverMode,
// GeneratedWord).
//
// The tables are written by hand but for generated.txt, which internal/stdtables makes of
// the library's source. They are held to the library, and to package runtime, by tests.
package std
