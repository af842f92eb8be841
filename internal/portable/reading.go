package portable

import (
	"path/filepath"
	"strings"
	"sync"
)

// forReading shortens the names of files that nobody works on.
var forReading = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	modCache, root := GoPlaces()
	sep := string(filepath.Separator)
	if root != "" { // which may be in the module cache
		pairs = append(pairs, filepath.Join(root, "src")+sep, "")
	}
	if modCache != "" {
		pairs = append(pairs, modCache+sep, "")
	}
	return strings.NewReplacer(pairs...)
})

// ForReading names files of other modules by module and version, and those of the standard
// library by package. Who is to open a file is told the whole path. report.ForReading does so with
// names of schedules.
func ForReading(s string) string {
	if !strings.Contains(s, "@") && !strings.Contains(s, "src") { // none is named
		return s
	}
	return forReading().Replace(s)
}
