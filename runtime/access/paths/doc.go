// Package paths has functions that move files, make links, or list what is there: files of unix
// sockets at paths that other executions know, too, are elsewhere, and have to be seen there.
package paths
