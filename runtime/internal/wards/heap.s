// There is nothing here: a function without a body (heap.go) takes a file of assembly.
