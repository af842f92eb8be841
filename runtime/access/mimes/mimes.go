package mimes

import (
	"cmp"
	"fmt"
	"mime"
	"slices"
	"strings"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// added are the types that an execution has added, before those of package mime.
type added struct {
	exact, lower map[string]string   // by extension
	extensions   map[string][]string // in lower case, by type without parameters
}

var key byte

// own is what the calling task's execution has added, nil outside of control.
func own() *added {
	a, _ := rt.Kept(unsafe.Pointer(&key), func() any {
		return &added{make(map[string]string), make(map[string]string), make(map[string][]string)}
	}).(*added)
	return a
}

func consults(s rt.Site, change bool) { access.ConsultsState("types of package mime", s, change) }

// AddExtensionType is mime.AddExtensionType.
func AddExtensionType(s rt.Site, ext, typ string) error {
	a := own()
	if a == nil {
		return mime.AddExtensionType(ext, typ)
	}
	if !strings.HasPrefix(ext, ".") {
		return fmt.Errorf("mime: extension %q missing leading dot", ext)
	}
	plain, parameters, err := mime.ParseMediaType(typ)
	if err != nil {
		return err
	}
	if strings.HasPrefix(typ, "text/") && parameters["charset"] == "" {
		parameters["charset"] = "utf-8"
		typ = mime.FormatMediaType(typ, parameters)
	}
	consults(s, true)
	lower := strings.ToLower(ext)
	a.exact[ext], a.lower[lower] = typ, typ
	a.extensions[plain] = append(a.extensions[plain], lower)
	return nil
}

// TypeByExtension is mime.TypeByExtension.
func TypeByExtension(s rt.Site, ext string) string {
	consults(s, false)
	known, lower := mime.TypeByExtension(ext), strings.ToLower(ext)
	a := own()
	switch {
	case a == nil:
		return known
	case a.exact[ext] == "" && ext == lower && known != "": // one that is written so comes first
		return known
	}
	return cmp.Or(a.exact[ext], a.lower[lower], known)
}

// ExtensionsByType is mime.ExtensionsByType.
func ExtensionsByType(s rt.Site, typ string) ([]string, error) {
	consults(s, false)
	list, err := mime.ExtensionsByType(typ)
	a := own()
	if err != nil || a == nil {
		return list, err
	}
	plain, _, err := mime.ParseMediaType(typ)
	if err != nil {
		return nil, err
	}
	list = append(list, a.extensions[plain]...)
	slices.Sort(list)
	return slices.Compact(list), nil
}
