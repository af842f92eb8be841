// Package annotations writes failures as build servers show them beside the
// source.
//
// GitHub reads commands from the log of a step:
//
//	::error file=bank.go,line=31,col=5,title=TestTransfer: deadlock::message
//
// A command is a line. In values of properties a colon and a comma have a
// meaning, so there they are escaped, as are line ends and the escape character
// itself everywhere. Of each level GitHub shows ten a step.
//
// A file is named relative to the root of the repository, or GitHub does not
// find it.
package annotations
