//go:build !unix

package nets

import "syscall"

// No package net asks for sockets here.

const longestPath = 107

const errLong = syscall.EINVAL

func bindFile(string, bool) error         { return syscall.EINVAL }
func mayMake(string) error                { return syscall.EINVAL }
func numberOf(string) (fileNumber, error) { return fileNumber{}, syscall.EINVAL }
