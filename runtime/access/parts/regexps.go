package parts

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// What methods of regexp.Regexp read: the text that they search, and the names of the groups,
// which SubexpNames gives away.

// searched are the fields that every search reads.
const searched = "rexpr,rlongest"

// Searches announces what a search for the first match reads: the text as far as that goes.
func Searches(r *regexp.Regexp, s rt.Site, text []byte) *regexp.Regexp {
	if rt.Quiet() || r == nil {
		return r
	}
	access.Fields(r, s, searched)
	if at := r.FindIndex(text); at != nil {
		rt.SliceR(text[:at[1]], s)
	} else if !anchored(r) {
		rt.SliceR(text, s)
	}
	return r
}

// SearchesAll announces what a search for all matches reads.
func SearchesAll(r *regexp.Regexp, s rt.Site, text []byte) *regexp.Regexp {
	if access.Fields(r, s, searched); !rt.Quiet() && r != nil && !anchored(r) {
		rt.SliceR(text, s)
	}
	return r
}

// anchored reports whether a search may end before the end of the text without a match.
func anchored(r *regexp.Regexp) bool {
	return strings.ContainsAny(r.String(), `^\`)
}

// FindsName announces which names of groups are looked at to find one.
func FindsName(r *regexp.Regexp, s rt.Site, name string) *regexp.Regexp {
	if rt.Quiet() || r == nil || name == "" {
		return r
	}
	access.Fields(r, s, "rexpr")
	names := r.SubexpNames()
	n := len(names)
	if i := r.SubexpIndex(name); i >= 0 {
		n = i + 1
	}
	rt.SliceR(names[:n], s)
	return r
}

// ExpandsNames announces what a replacement reads of the names of groups.
func ExpandsNames[T string | []byte](r *regexp.Regexp, s rt.Site, template T) *regexp.Regexp {
	if access.Fields(r, s, searched); !rt.Quiet() && r != nil && namesGroup(string(template)) {
		rt.SliceR(r.SubexpNames(), s)
	}
	return r
}

// namesGroup reports whether a template has a group by its name.
func namesGroup(template string) bool {
	for {
		_, after, ok := strings.Cut(template, "$")
		if !ok {
			return false
		}
		template = after
		first, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, "{"))
		if first == '_' || unicode.IsLetter(first) {
			return true
		}
	}
}
