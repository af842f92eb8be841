package cli

import (
	"strconv"
	"strings"
	"unicode"

	"gocheck.dev/internal/wire"
)

// withColumns is a failure in which every position has a column. Go's stacks,
// where a panic's position comes from, know lines only: then it is that of the
// first character of the line.
func withColumns(f *wire.Failure, source func(string) []byte) *wire.Failure {
	files := map[string][]string{}
	withColumn := func(pos string) string { return withColumn(pos, files, source) }
	c := *f
	c.Pos = withColumn(f.Pos)
	if f.Schedule == nil {
		return &c
	}
	s := *f.Schedule
	c.Schedule = &s
	if s.Failure != nil {
		led := *s.Failure
		led.Pos = withColumn(led.Pos)
		s.Failure = &led
	}
	s.Steps = make([]wire.Step, len(f.Schedule.Steps))
	for i, st := range f.Schedule.Steps {
		st.Pos = withColumn(st.Pos)
		s.Steps[i] = st
	}
	return &c
}

// withColumn completes file:line. files are the lines of the files that were
// read before.
func withColumn(pos string, files map[string][]string, source func(string) []byte) string {
	file, number, ok := cutLast(pos)
	line, err := strconv.Atoi(number)
	if !ok || err != nil || !strings.HasSuffix(file, ".go") {
		return pos // nothing, or complete
	}
	lines, ok := files[file]
	if !ok {
		lines = strings.Split(string(source(file)), "\n") // without it: the line's beginning
		files[file] = lines
	}
	column := 1
	if line >= 1 && line <= len(lines) {
		column += max(strings.IndexFunc(lines[line-1], func(r rune) bool { return !unicode.IsSpace(r) }), 0)
	}
	return pos + ":" + strconv.Itoa(column)
}

// cutLast cuts around the last colon.
func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}
