// Package files opens what somebody else may have had a say in: schedules, traces and
// checkpoints that have been sent, and the source that positions in them name, or a
// //line comment does.
//
// Only regular files are opened, so nothing hangs in a pipe or reads a device for
// ever, and each kind has a bound on its size. Source is opened below given folders
// only, wherever symbolic links lead (Below). Nothing else in gocheck opens a file
// that is named by such a file. docs/security.md says what that is for.
package files
