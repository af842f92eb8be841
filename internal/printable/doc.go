// Package printable makes text from outside harmless. Such text must not move the cursor,
// change colours or titles, turn a line around, look like another line, or give orders to a
// build server that reads the log.
//
// It is applied where text is printed, not where it is parsed. Parsed text is compared with
// names and messages of the program, and written into files again, so it has to stay unchanged.
// Errors of the file system and of the go command are never parsed, and have names in them,
// too.
//
// So all output of the command goes through a Writer. It passes unchanged gocheck's own colours
// and annotations (Own), and the output of the program under test, as under go test. Text that
// becomes part of a line of a report is made one line (Line). Formats with escapes of their own
// use these: JSON; All for XML and HTML.
package printable
