// Package printable keeps text that comes from outside from doing anything but being
// read: moving the cursor, changing colours or titles, turning a line around, looking
// like another line, or giving orders to a build server that reads the log.
//
// It is applied where something is printed, not where it is parsed. What is parsed is
// compared with names and messages of the program, and written into files again: there
// it has to stay what it is. And not all that is printed has been parsed by us: errors
// of the file system and of the go command have names in them, too.
//
// So all that the command prints goes through a Writer. It lets pass what gocheck
// itself means for a terminal (Own: colours, annotations) and what the program under
// test has printed, which is the program's, as under go test. Whoever puts text into a
// line of a report makes it one line (Line). Formats that have escapes of their own use
// these: JSON, All for XML and HTML.
package printable
