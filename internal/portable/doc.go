// Package portable names the files of a schedule so that no path depends on the machine, since
// schedules travel with the source: by the package, its module, the module cache, GOROOT. And it
// finds the files that a schedule names, of whoever it is.
package portable
