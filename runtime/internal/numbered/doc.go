// Package numbered gives numbers to values of any type, which stand for them in events.
package numbered
