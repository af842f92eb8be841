package report

import (
	"regexp"
	"strings"
)

// label begins a part of what testify prints: a tab, its name, a colon, blanks and a tab.
var label = regexp.MustCompile(`^\s*(Error Trace|Error|Test|Messages):\s*\t(.*)$`)

// Said is the message of a failure as people read it. Of what testify prints it leaves out where
// that was and in which test: the first is said as that of any failure is, the second by the
// columns.
func Said(message string) string {
	if !strings.HasPrefix(strings.TrimLeft(message, "\n\t"), "Error Trace:") {
		return message
	}
	part := ""
	var of [2][]string // what is wrong, what the program says of it
	for line := range strings.Lines(message) {
		line = strings.TrimRight(line, " \t\n")
		if m := label.FindStringSubmatch(line + "\t"); m != nil {
			part, line = m[1], strings.TrimSpace(m[2])
		} else {
			_, after, ok := strings.Cut(strings.TrimLeft(line, " "), "\t")
			_, after2, ok2 := strings.Cut(after, "\t")
			if ok && ok2 && strings.TrimSpace(after[:len(after)-len(after2)]) == "" {
				line = after2
			}
		}
		switch part {
		case "Error":
			of[0] = append(of[0], line)
		case "Messages":
			of[1] = append(of[1], line)
		}
	}
	if len(of[0]) == 0 {
		return message
	}
	return strings.Join(append(of[0], of[1]...), "\n    ")
}
