package std

import "gocheck.dev/internal/verbs"

// PrintsBy names, for each of n operands of a format of package fmt, the function of package access
// that announces what is read of it; none for what is not printed, or by %T and %p alone.
func PrintsBy(format string, n int) (names []string) {
	for _, printed := range verbs.Of(format, n) {
		names = append(names, printsBy(printed))
	}
	return names
}

// announcers are the functions that announce what is read in a way.
var announcers = map[verbs.Way]string{verbs.Text: "Prints", verbs.GoSyntax: "PrintsGoSyntax", verbs.Parts: "PrintsByVerb"}

func printsBy(printed []verbs.Verb) (name string) {
	for _, v := range printed {
		by := announcers[v.Way()]
		if by == "" {
			continue
		}
		if name != "" && name != by {
			return "Prints"
		}
		name = by
	}
	return name
}
