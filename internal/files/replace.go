package files

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace writes a file. It is there as a whole or not at all: somebody may read it while
// gocheck runs, or after it was killed.
func Replace(path string, data []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".gocheck-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	return err
}
