package main

import (
	"strconv"
	"strings"
)

// A root is where a path begins: a parameter or free variable of the function at hand, by number
// from 0; behind these, what the function allocates; or one of the following.
type root int32

const (
	global  root = -1 // variables of packages
	unknown root = -2
)

// A loc is a place in memory, by a path from a root. Steps of a path:
//
//	^       what a pointer, slice, map or interface leads to
//	.name   a field
//	[3]     an element whose index is known
//	[]      one whose index is not
//	[+]     elements behind the end of a slice
//	{}      the contents of a map
//	…       everything that can be reached
type loc struct {
	root root
	path string
}

// most steps of a path that lead through references; what is farther away is not told apart.
const most = 2

func (l loc) then(step string) loc {
	switch {
	case step == "" || l.root < 0 || strings.HasSuffix(l.path, "…"):
		return l
	case step == "^" && strings.Count(l.path, "^") >= most, strings.Count(l.path, ".") >= 2*most:
		return loc{l.root, l.path + "…"}
	}
	return loc{l.root, l.path + step}
}

// steps takes a path apart.
func steps(path string) (list []string) {
	for path != "" {
		i := strings.IndexAny(path[1:], "^.[{")
		if j := strings.Index(path, "…"); j == 0 {
			return append(list, path)
		} else if j > 0 && (i < 0 || j < i+1) {
			i = j - 1
		}
		if i < 0 {
			return append(list, path)
		}
		list, path = append(list, path[:i+1]), path[i+1:]
	}
	return list
}

// A value is what is known of a value that leads to memory: it is what is found at a place, or the
// address of that place. A slice may be another part of the same array than the one found.
type value struct {
	loc
	address bool
	part    part
	off     int // of the first element, if the part has one that is known
}

// A part says how a slice relates to the one that it was cut from.
type part uint8

const (
	same     part = iota
	extended      // the same beginning, another end
	behind        // what is behind the end
	within        // somewhere
)

// target is the memory that a value leads to.
func (v value) target() loc {
	if v.address {
		return v.loc
	}
	return v.loc.then("^")
}

// element is the element of a slice or array with the given index, -1: not known.
func (v value) element(index int) loc {
	t := v.target()
	switch {
	case v.part == behind:
		return t.then("[+]")
	case v.part != within && index >= 0:
		return t.then("[" + strconv.Itoa(v.off+index) + "]")
	}
	return t.then("[]")
}

// values is a set.
type values map[value]bool

// many is how many values are told apart.
const many = 6

func (s values) add(v value) bool {
	if s[v] {
		return false
	}
	if len(s) >= many {
		v = value{loc: loc{root: unknown}}
		if s[v] {
			return false
		}
	}
	s[v] = true
	return true
}

func (s values) addAll(other values) (changed bool) {
	for v := range other {
		changed = s.add(v) || changed
	}
	return changed
}
