// Package wards collects garbage as if gocheck did not know the objects of the program, and tells
// which of them are gone: those that somebody has set a finalizer or a cleanup for, or has a weak
// pointer to.
package wards
