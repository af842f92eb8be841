package embeds

import (
	"embed"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"unsafe"
)

// Original puts into v, a text, the file of this name, and into v, a file system, all Go files as
// they are beneath dir; in a file system there are none of gocheck's. What cannot be read stays.
func Original(v any, dir, name string) bool {
	if fs, ok := v.(*embed.FS); ok {
		return original((*system)(unsafe.Pointer(fs)), dir)
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	switch v := reflect.ValueOf(v).Elem(); v.Kind() {
	case reflect.String:
		v.SetString(string(text))
	case reflect.Slice:
		v.Set(reflect.ValueOf(text).Convert(v.Type()))
	}
	return true
}

// A system is an embed.FS. The files are in memory that cannot be written to.
type system struct{ files *[]file }

type file struct {
	name, data string
	_          [16]byte // the hash
}

func original(fs *system, dir string) bool {
	if fs.files == nil {
		return false
	}
	var files []file
	for _, f := range *fs.files {
		if path.Ext(f.name) == ".go" {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.name)))
			if os.IsNotExist(err) && strings.HasPrefix(path.Base(f.name), added) {
				continue
			}
			if err == nil {
				f.data = string(text)
			}
		}
		files = append(files, f)
	}
	fs.files = &files
	return true
}

// added is how the names of files begin that are added to a package.
const added = "0gocheck"
