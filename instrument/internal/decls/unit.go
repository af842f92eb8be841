package decls

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/instrument/internal/sharing"
)

// An Unit is the state of one unit's rewriting.
type Unit struct {
	*load.Unit
	Sharing *sharing.Analysis
	Sites   []string          // the site table, one line a site
	State   state             // what is reset between executions
	imports map[string]string // what the generated files import: path → name
	Out     *load.Rewritten
	aliased map[*types.TypeName]bool // types of the package that need another name somewhere
}

// siteTable is the declaration of the unit's sites. Its file sorts before all
// others: an initialiser that uses sites must not have to wait for them, or
// others would overtake it.
func (u *Unit) siteTable() string {
	if len(u.Sites) == 0 {
		return ""
	}
	return fmt.Sprintf("var gocheckSites = gocheckrt.RegisterSites(%q, %s)\n", u.ImportPath, tableText(u.Sites))
}

// tableText is the table as a literal that people can read.
func tableText(lines []string) string {
	all := strings.Join(lines, "\n") + "\n"
	if !strings.Contains(all, "`") && !strings.Contains(all, "\r") {
		return "`" + all + "`"
	}
	return strconv.Quote(all)
}

// mine reports whether a position is in a file that is rewritten, and that is a
// test or not.
func (u *Unit) mine(pos token.Pos, test bool) bool {
	name := u.Pkg.Fset.File(pos).Name()
	return u.Rewritable(name) && strings.HasSuffix(name, "_test.go") == test
}

// New is a unit of which nothing is rewritten yet.
func New(u *load.Unit, s *sharing.Analysis) *Unit {
	ur := &Unit{
		Unit:    u,
		Sharing: s,
		imports: make(map[string]string),
		Out:     &load.Rewritten{Files: make(map[string][]byte), Extra: make(map[string][]byte)},
	}
	ur.findMutableState()
	return ur
}

// importName is the name of a package in the generated files.
func (u *Unit) importName(path string) string {
	if u.imports[path] == "" {
		u.imports[path] = "gocheckp" + strconv.Itoa(len(u.imports))
	}
	return u.imports[path]
}
