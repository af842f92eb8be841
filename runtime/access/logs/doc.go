// Package logs has what package log/slog makes of writers, under control. It is
// imported where a handler is made, so that only binaries that have log/slog
// pay for it.
package logs
