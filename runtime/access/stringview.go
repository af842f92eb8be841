package access

import (
	"unsafe"

	rt "gocheck.dev/runtime"
)

// Strings that package unsafe makes of bytes: a read of one reads the bytes.
// Rewritten code says so of each string variable that it reads, in packages that
// make such strings.

// A stringView is bytes that a string shows.
type stringView struct {
	start unsafe.Pointer // keeps the bytes, so that no address means two things
	len   uintptr
}

// stringViews are those of an execution, by the pages that they are in.
type stringViews map[uintptr][]stringView

const pageShift = 12

// theViews is what they are kept by.
var theViews byte

// StringView announces that a string is made of bytes, and notes it.
func StringView[T ~string](v T, s rt.Site) T {
	if len(v) == 0 {
		return v
	}
	views, _ := rt.Kept(unsafe.Pointer(&theViews), func() any { return stringViews{} }).(stringViews)
	if views == nil {
		return v
	}
	start, n := unsafe.Pointer(unsafe.StringData(string(v))), uintptr(len(v))
	for page := uintptr(start) >> pageShift; page <= (uintptr(start)+n-1)>>pageShift; page++ {
		if !views.holds(page, start, n) {
			views[page] = append(views[page], stringView{start, n})
		}
	}
	readString(v, s)
	return v
}

// ReadString announces that a string is read which may show bytes.
func ReadString[T ~string](v T, s rt.Site) T {
	if len(v) == 0 || rt.Quiet() {
		return v
	}
	views, _ := rt.Kept(unsafe.Pointer(&theViews), nil).(stringViews)
	if p := unsafe.Pointer(unsafe.StringData(string(v))); views.holds(uintptr(p)>>pageShift, p, uintptr(len(v))) {
		readString(v, s)
	}
	return v
}

// holds reports whether bytes are among those of a view in a page.
func (v stringViews) holds(page uintptr, p unsafe.Pointer, n uintptr) bool {
	for _, w := range v[page] {
		if uintptr(w.start) <= uintptr(p) && uintptr(p)+n <= uintptr(w.start)+w.len {
			return true
		}
	}
	return false
}

func readString[T ~string](v T, s rt.Site) {
	rt.SliceR(unsafe.Slice(unsafe.StringData(string(v)), len(v)), s)
}
