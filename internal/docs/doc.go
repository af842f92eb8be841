// Package docs holds what people read to its form: the pages in Markdown, and the
// comments in Go. It has tests only.
//
// Lines are at most 100 characters long, links lead to files and headings that
// exist, and a file that is named exists in this repository or in Go's. Packages, files
// and structs have a size that a reader can hold, and the drawn tree has their lines.
// What is excepted is said where it is (lines_test.go, links_test.go, names_test.go,
// sizes_test.go).
package docs
