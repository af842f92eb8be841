// Package page makes one self-contained HTML page of a saved schedule, for
// `gocheck show -html`: a space-time diagram that is made for looking at.
//
// Time goes down, each goroutine and each handler is a lane, each step a box in
// its lane. Arrows say where a step's past lies in other lanes (edges.go): who
// created a task, which message or value went where, who unlocked what is
// locked now, and which accesses of one object were made in which order. If
// the schedule has a passing execution beside the failing one, both are drawn,
// and the two steps whose order, or the choice that, makes the difference are
// marked in both.
//
// The page is page.html with page.css, page.js and the data (data.go) put in.
// It loads nothing. Everything that comes from the user's program (names of
// objects, values, messages, source lines) is data: JSON in which < is escaped,
// which the script puts into the document as text, never as HTML. So whatever
// a program calls its things is inert.
//
// Conflicts makes another page, of what -algo=r4 has found (`gocheck -html`):
// conflicts.html with conflicts.css. That one is whole without a script: rows are
// opened, and classes chosen, by HTML and CSS alone.
package page
