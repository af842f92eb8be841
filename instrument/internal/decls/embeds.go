package decls

import (
	"fmt"
	"go/types"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"gocheck.dev/instrument/internal/std"
)

// originals puts Go files as they are into the variables that embed some, before all others are
// initialised.
func (u *Unit) originals(tests bool) (text string) {
	scope := u.Pkg.Types.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !u.mine(v.Pos(), tests) {
			continue
		}
		dir := filepath.Dir(u.Pkg.Fset.File(v.Pos()).Name())
		for _, pattern := range u.State.patterns[v] {
			if file := goFile(dir, pattern); file != "" {
				text += fmt.Sprintf("var _ = %s.Original(&%s, %q, %q)\n", u.importName(std.AccessPath+"/embeds"), name, dir, file)
				break
			}
		}
	}
	return text
}

// patterns are those of a directive go:embed.
func patterns(directive string) (all []string) {
	_, rest, _ := strings.Cut(directive, " ")
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		word, err := strconv.QuotedPrefix(rest)
		if err != nil {
			word, _, _ = strings.Cut(strings.ReplaceAll(rest, "\t", " "), " ")
		}
		rest = rest[len(word):]
		if pattern, err := strconv.Unquote(word); err == nil {
			word = pattern
		}
		all = append(all, strings.TrimPrefix(word, "all:"))
	}
	return all
}

// goFile is the path in dir of a Go file that a pattern embeds, "": there is none.
func goFile(dir, pattern string) (found string) {
	paths, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
	for _, path := range paths {
		_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return nil
			}
			if rel, err := filepath.Rel(dir, path); err == nil {
				found = filepath.ToSlash(rel)
			}
			return fs.SkipAll
		})
	}
	return found
}
