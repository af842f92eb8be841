// Package variables announces what functions of the standard library read by themselves: exported
// variables, like time.Local and http.DefaultClient, that the program sets. Who sets one registers
// it, so that who reads it need not import its package.
package variables
