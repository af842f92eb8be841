// Package naming writes types in generated code.
//
// Programs may declare any name anew: int := 3, type error struct{ … }, func len(), and a
// variable by the name of an import or of a type. So generated code uses no predeclared
// function or constant, imports packages under names of its own, and writes types by a
// Namer only. The Namer looks what a name means at the place where it is to stand. Where
// it means something else, the type has another name: one of package access for what is
// predeclared, an alias in the generated files for a type of the package, and one beside
// its declaration for a type of a function's.
package naming
