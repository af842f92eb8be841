// Package goplaces knows where Go has its things, as far as it can be known without asking the go
// command: modules, workspaces, the module cache, GOROOT. `gocheck show` looks at files that others
// have sent, and starts nothing.
package goplaces
