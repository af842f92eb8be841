// Package page makes one self-contained HTML page of a saved schedule, for
// `gocheck show -html`: a space-time diagram that is made for looking at.
//
// Time goes down, each goroutine and each handler is a lane, each step a box in its lane.
// Arrows lead to a step from the steps of other lanes that it depends on (edges.go): the go
// statement of a task, the send of a value, the unlock before a lock, the earlier access of an
// object. If the schedule has a passing execution, both are drawn, and the two steps or the
// choice that make the difference are marked in both.
//
// The page is page.html with page.css, find.js, page.js and the data (data.go) put in. It loads
// nothing.
// Everything that comes from the user's program (names of objects, values, messages, source
// lines) is data: JSON in which < is escaped, which the script puts into the document as text,
// never as HTML. So no name of a program can do harm.
//
// Conflicts makes another page, of what -algo=r4 has found (`gocheck -html`):
// conflicts.html with conflicts.css. That one is whole without a script: rows are
// opened, and classes chosen, by HTML and CSS alone.
package page
