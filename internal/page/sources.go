package page

import (
	"bytes"
	"strconv"
	"strings"
)

// around is how many lines of source are shown before and after a step's.
const around = 7

// excerpts are the lines of source that the page may have to show: by file and
// number, and where the files are. Files that are not there are left out.
func excerpts(d *data, read Source) (map[string]map[int]string, map[string]string) {
	all, paths := map[string]map[int]string{}, map[string]string{}
	files := map[string][][]byte{}
	want := func(pos string) {
		file, line := place(pos)
		if line == 0 {
			return
		}
		lines, ok := files[file]
		if !ok {
			if text, path := read(file); text != nil {
				if path != "" {
					paths[file] = path
				}
				lines = bytes.Split(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\n"))
			}
			files[file] = lines
		}
		for n := max(1, line-around); n <= min(line+around, len(lines)); n++ {
			if all[file] == nil {
				all[file] = map[int]string{}
			}
			if _, ok := all[file][n]; !ok {
				all[file][n] = beginning(lines[n-1])
			}
		}
	}
	want(d.Pos)
	for _, r := range d.Runs {
		for i := range r.Steps {
			want(r.Steps[i].Pos)
		}
	}
	return all, paths
}

// longestLine is how much of a line of source is shown.
const longestLine = 1000

// beginning is a line of source, or what is shown of it.
func beginning(line []byte) string {
	if len(line) > longestLine {
		return strings.ToValidUTF8(string(line[:longestLine]), "") + "…"
	}
	return strings.TrimRight(string(line), "\r")
}

// place takes file:line:col apart; line is 0 if there is none.
func place(pos string) (file string, line int) {
	parts := strings.Split(pos, ":")
	for end := len(parts); end > 1 && end > len(parts)-2; end-- {
		n, err := strconv.Atoi(parts[end-1])
		if err != nil {
			break
		}
		line, file = n, strings.Join(parts[:end-1], ":")
	}
	return file, line
}
