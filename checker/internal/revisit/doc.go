// Package revisit gives every trace but the first one parent, and walks that tree. Memory does not
// grow with the number of executions, and subtrees are independent, so that an exploration can be
// divided. docs/design/algorithms-revisit.md has the rules and proofs.
//
// revisit.go is the walk, stack.go what it remembers. children.go finds the children of a trace,
// select.go, group.go and rw.go where selects and locks of readers and writers make that
// difficult; near.go and present.go make it fast. default.go has the default scheduler as a walk
// over a trace, ranks.go the order of tasks that it goes by. class.go says which programs revisit
// is exact for. parts.go has parts of the tree as data.
package revisit
