package states

import (
	"os"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Sees announces that a path is looked at, and has the log of what is read (wire.Reads) say so in
// these words: package os logs nothing of the function.
func Sees(path string, s rt.Site, what string) string {
	rt.Environment().Logs(what, path)
	return access.LooksAt(path, s)
}

// Opens is Sees for a function that may change what is there.
func Opens(path string, s rt.Site) string {
	rt.Environment().Logs("open", path)
	return access.ChangesPath(path, s)
}

// SeesVar is Sees for a variable of the environment.
func SeesVar(key string, s rt.Site) string {
	os.Getenv(key)
	return access.LooksUp(key, s)
}

// SetsDir announces that the working directory is changed. It is put back.
func SetsDir(path string, s rt.Site) string {
	access.ConsultsDirectory(s, true)
	rt.Environment().KeepDir()
	rt.Environment().Logs("chdir", path)
	return path
}
