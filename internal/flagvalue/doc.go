// Package flagvalue has the values of flags that package flag has no types for. What they say of a
// wrong value is what would have been right.
package flagvalue
