// Package files opens files whose names or contents a stranger may have chosen: schedules,
// traces and checkpoints, and the source files that positions in them or //line comments name.
//
// Only regular files are opened, so a pipe or a device cannot hang gocheck. Each kind has a
// bound on its size. Source is opened below given folders only, after symbolic links (Below).
// No other package opens a file that such a file names. docs/security.md has the reasons.
package files
