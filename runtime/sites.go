package runtime

import (
	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/sites"
)

// Site is a position in rewritten source. 0 is nowhere, so a Site is a checker.Pos as it is.
type Site = sites.Site

// Unused marks the site of an operation whose result the program does not look
// at. Operations to which it makes no difference are called without it.
const Unused = sites.Unused

// RegisterSites registers the sites of a package, and returns the number of the first.
func RegisterSites(importPath, table string) Site { return sites.Register(importPath, table) }

// Position renders a position as file:line:col.
func (x *Execution) Position(p checker.Pos) string { return Site(p).Position() }
