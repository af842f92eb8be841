package access

import (
	"os"
	"reflect"
	"testing"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/surroundings"
)

// Calls that look at what tasks share behind the standard library: see
// shared.go. Each function returns the argument that says what it is
// about, after it has announced the call: a path as the one that the file is at.

// LooksAt announces that what is at a path is looked at.
func LooksAt(path string, s rt.Site) string {
	ConsultsPath(path, s, false)
	return rt.Environment().At(path)
}

// LooksAtEach is LooksAt for paths that are passed as paths....
func LooksAtEach[S ~[]string](paths S, s rt.Site) S {
	if !rt.Quiet() {
		rt.SliceR(paths, s)
		for _, path := range paths {
			LooksAt(path, s)
		}
	}
	return paths
}

// ChangesPath announces that what is at a path may be changed.
func ChangesPath(path string, s rt.Site) string {
	ConsultsPath(path, s, true)
	return rt.Environment().At(path)
}

// LooksUp announces that a variable of the environment is looked at.
func LooksUp(key string, s rt.Site) string {
	ConsultsVar(key, s, false)
	return key
}

// Expands announces that variables of the environment are looked at, of which a
// text names some.
func Expands(text string, s rt.Site) string {
	ConsultsVar("", s, false)
	return text
}

// OSEnviron is os.Environ.
func OSEnviron(s rt.Site) []string {
	ConsultsVar(rt.Environment().Logs(), s, false) // all of them
	return os.Environ()
}

// OSGetwd is os.Getwd.
func OSGetwd(s rt.Site) (string, error) {
	ConsultsDirectory(s, false)
	return os.Getwd()
}

// OSSetenv is os.Setenv.
func OSSetenv(s rt.Site, key, value string) error {
	ConsultsVar(key, s, true)
	rt.Environment().KeepVar(key)
	return os.Setenv(key, value)
}

// OSUnsetenv is os.Unsetenv.
func OSUnsetenv(s rt.Site, key string) error {
	ConsultsVar(key, s, true)
	rt.Environment().KeepVar(key)
	return os.Unsetenv(key)
}

// OSClearenv is os.Clearenv.
func OSClearenv(s rt.Site) {
	ConsultsVar("", s, true)
	if rt.Controlled() {
		for _, v := range os.Environ() {
			// On Windows there are variables like "=C:".
			for i := 1; i < len(v); i++ {
				if v[i] == '=' {
					rt.Environment().KeepVar(v[:i])
					break
				}
			}
		}
	}
	os.Clearenv()
}

// OSChdir is os.Chdir.
func OSChdir(s rt.Site, dir string) error {
	ConsultsDirectory(s, true)
	rt.Environment().KeepDir()
	return os.Chdir(dir)
}

// TSetenv is the method Setenv of testing.T. The cleanup that undoes it is announced, too.
func TSetenv(t *testing.T, s rt.Site, key, value string) {
	surroundings.TSetenv(t, s, key, value, func() { ConsultsVar(key, s, true) })
}

// TChdir is the method Chdir of testing.T, which sets a variable, too.
func TChdir(t *testing.T, s rt.Site, dir string) {
	surroundings.TChdir(t, s, dir, func() {
		ConsultsVar("PWD", s, true)
		ConsultsDirectory(s, true)
	})
}

// file announces the use of an *os.File, of what is at its path. To read it
// changes it, as far as others know: it has an offset. A pipe makes steps of its own.
func (u *use) file(v reflect.Value) {
	f, ok := interfaceOf(v).(*os.File)
	if ok && rt.Kept(unsafe.Pointer(f), nil) == nil && f != nil && f != os.Stdout && f != os.Stderr && f != os.Stdin {
		ConsultsPath(f.Name(), u.site, u.write)
	}
}
