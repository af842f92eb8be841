// Package stamps makes what package log writes before a message, for a time that is given.
package stamps
