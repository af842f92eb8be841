//go:build !unix

package nets

import "syscall"

// No package net asks for sockets here.

const longestPath = 107

const errLong = syscall.EINVAL

func bindFile(string, bool) (int, error) { return 0, syscall.EINVAL }
func mayMake(string) error               { return syscall.EINVAL }
func closeFile(int)                      {}
func fileNumber(string) (string, error)  { return "", syscall.EINVAL }
