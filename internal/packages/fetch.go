package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fetch copies a module, as the proxy has it, below the folder scratch, and
// sees to it that the go command can list its tests. notes say what had to be
// added to the copy.
func fetch(ctx context.Context, m *module, scratch string) (dir string, notes []string, err error) {
	from, err := download(ctx, m, scratch)
	if err != nil {
		return "", nil, err
	}
	dir = filepath.Join(scratch, m.file())
	if err := os.RemoveAll(dir); err != nil {
		return "", nil, fmt.Errorf("removing an old copy: %w", err)
	}
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		return "", nil, fmt.Errorf("copying the module: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); errors.Is(err, os.ErrNotExist) {
		notes = append(notes, "has no go.mod")
		if _, err := goCommand(ctx, dir, "mod", "init", m.path); err != nil {
			return "", nil, err
		}
	}
	// The go.sum of a published module may lack what only its tests require.
	list := append([]string{"list", "-deps", "-test"}, m.packages()...)
	if _, err := goCommand(ctx, dir, list...); err == nil {
		return dir, notes, nil
	}
	notes = append(notes, "go.mod or go.sum is not complete; `go mod tidy` in the copy")
	if _, err := goCommand(ctx, dir, "mod", "tidy"); err != nil {
		return "", nil, err
	}
	_, err = goCommand(ctx, dir, list...)
	return dir, notes, err
}

// download is the module's folder in the module cache.
func download(ctx context.Context, m *module, scratch string) (string, error) {
	out, err := goCommand(ctx, scratch, "mod", "download", "-json", m.path+"@"+m.version)
	if err != nil {
		return "", err
	}
	var got struct{ Dir, Error string }
	switch err := json.Unmarshal(out, &got); {
	case err != nil:
		return "", fmt.Errorf("reading what go mod download printed: %w", err)
	case got.Error != "":
		return "", fmt.Errorf("downloading: %s", got.Error)
	}
	return got.Dir, nil
}

// goCommand runs the go command outside of any workspace.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, errs.Bytes())
	}
	return out, nil
}
