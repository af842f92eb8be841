// Package atomics has the entry points for the functions of sync/atomic, and for the methods of its
// types but Value. Each of them is one operation on a word or a pointer of package runtime, which
// alone has to do with tasks: here are only the names and types that sync/atomic has for it.
package atomics
