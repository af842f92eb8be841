// Package sharing says which memory of a unit two tasks may access in conflict: everything
// else stays plain. It answers for variables, for what an expression leads to, and for
// package variables that nothing changes once they are initialised; and which loops wait
// for other tasks.
//
// It sees the unit and the types of its dependencies only, and what it does not see it
// takes for shared. docs/design/instrument.md, "What is shared", has the rules.
package sharing
