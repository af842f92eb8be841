// Package found has bugs of current releases of well-known modules that gocheck has found: make
// found. Each test uses a module as its documentation says, and fails under some schedule.
package found
