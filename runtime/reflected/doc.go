// Package reflected has the operations of package reflect on channels. They are the operations of
// package runtime: only the element's type is not known at compile time. What package reflect
// panics at before it would operate is left to it.
package reflected
