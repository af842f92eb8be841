// Package gocmd runs the go command for a user's directory: in which environment, with
// which flags, and what its failures mean.
//
// What it refuses, and what the machine is to blame for, is a *LoadError: a text for the
// user as it stands. It writes nothing to the user's tree. Of a command that is ended at
// once, nothing stays behind (Leaves, Abandon).
package gocmd
