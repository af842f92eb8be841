package main

import "strings"

// A known difference is of the checks of some groups whose call and other access have
// these texts in them.
type difference struct {
	groups, call, other string
	missed              bool // gocheck misses a race; else only gocheck reports one
	reason              string
}

const (
	assembly = "the race detector does not see what functions in assembly access"
	copied   = "the race detector does not see what Go's runtime copies, clears or fills for the library"
	object   = "an object that the tables know by hand is one place"
)

// known are the differences that there are, with their reasons.
var known = []difference{
	{"bytes read", "bytes.Compare", "", false, assembly},
	{"bytes written", "subtle.XORBytes(", "", false, assembly},
	{"bytes read", "bytes.Contains(", "", false, assembly},
	{"bytes read", "bytes.ContainsRune", "", false, assembly},
	{"bytes read", "bytes.Count", "", false, assembly},
	{"bytes read", "bytes.Cut(", "", false, assembly},
	{"bytes read", "bytes.Index(", "", false, assembly},
	{"bytes read", "bytes.IndexByte", "", false, assembly},
	{"bytes read", "bytes.IndexRune", "", false, assembly},
	{"bytes read", "bytes.Split", "", false, assembly},
	{"bytes read", "bytes.Lines(b) {", "", false, assembly},
	{"bytes read", "pem.Decode", "", false, assembly},
	{"bytes read", "bufio.ScanLines(", "", false, assembly},
	{"bytes read", "regexp.MustCompile(\"w.r\").", "", false, assembly}, // that look for the w
	{"bytes written", "strconv.Append", "", false, copied},
	{"bytes written", "base64.StdEncoding.Decode", "", false, "eight bytes are written at once, by their address"},
	{"bytes written", "rand.Read(b)", "", false, copied},
	{"bytes written", "aesc.Encrypt", "", false, assembly},
	{"bytes written", "FillBytes", "", false, copied},
	{"bytes written", "clear(b)", "", false, copied},
	{"bytes not reached", "base64.StdEncoding.Encode(b", "", false, "that only the beginning is written is not known of functions without a result"},
	{"ints written", "sort.Reverse", "", false, "elements that stay where they are count as written, too"},
	{"ints written", "slices.DeleteFunc", "", false, copied},
	{"map", "maps.Clone", "", false, copied},
	{"map", "MapKeys", "", true, "a read of the map is not announced"},
	{"URL", "RequestURI", "b.Scheme", false, "a field that is read if the data say so counts as read"},
	{"FlagSet", "", "b.Parse(nil)", false, "a field that is read if the data say so counts as read"},
	{"csv Reader", "InputOffset", "b.Comma", false, object},
	{"Scanner", "b.Err()", "", false, "fields that are written by the same methods are one place"},
	{"Buffer", "b.UnreadByte", "", false, object},
	{"strings Reader", "b.Size()", "", false, object},
	{"list", "b.MoveToBack", "", false, object},
	{"hash", "b.Size()", "", false, object},
	{"maphash", "b.Size()", "", false, object},
	{"zip", "b.SetComment", "b.Create", false, object},
	{"zip", "b.Flush()", "", true, "what is behind pointers of an object and changed if the data say so is not announced"},
	{"template", "", "b.X", false, "of a name in a template it is not known which struct has the field"},
	{"RGBA", "png.Encode", "b.Pix[0]", false, "of a transparent pixel an encoder reads no more than that"},
}

// knownFor is the reason for a difference, empty if it is not known.
func knownFor(c *check) string {
	for _, d := range known {
		if d.groups == c.group && strings.Contains(c.call, d.call) && strings.Contains(c.other, d.other) && d.missed == c.native {
			return d.reason
		}
	}
	return ""
}
