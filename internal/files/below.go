package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Below are the folders that source may be in.
type Below []string

// Read reads the source at an absolute path. The file has to be in one of the folders, after
// all symbolic links. If the time is not zero, the file must not have changed since: otherwise
// it is not the source of the program that ran. What is hidden there (.git, .env) is no source.
func (b Below) Read(path string, unchangedSince time.Time) ([]byte, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("%s is no absolute path", path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	for _, dir := range b {
		folder, name, ok := within(dir, real)
		if !ok {
			continue
		}
		return readIn(folder, name, unchangedSince)
	}
	return nil, fmt.Errorf("%s is not below the module, the module cache or GOROOT", path)
}

// within is a path relative to a folder, both without symbolic links.
func within(dir, real string) (folder, name string, ok bool) {
	if !filepath.IsAbs(dir) {
		return "", "", false
	}
	folder, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", "", false
	}
	name, err = filepath.Rel(folder, real)
	if err != nil || !filepath.IsLocal(name) || hidden(name) {
		return "", "", false
	}
	return folder, name, true
}

func hidden(name string) bool {
	for element := range strings.SplitSeq(filepath.ToSlash(name), "/") {
		if strings.HasPrefix(element, ".") {
			return true
		}
	}
	return false
}

// readIn reads a file by way of its folder, so that no link which was made meanwhile
// leads out of it.
func readIn(folder, name string, unchangedSince time.Time) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, name)
	if err := allowed(path, info, Source); err != nil {
		return nil, err
	}
	if !unchangedSince.IsZero() && info.ModTime().After(unchangedSince) {
		return nil, fmt.Errorf("%s has changed", path)
	}
	if Opened != nil {
		Opened(path)
	}
	f, err := root.OpenFile(name, how, 0)
	if f, err = checked(f, err, path, Source); err != nil {
		return nil, err
	}
	defer f.Close()
	return all(f, path, Source)
}
