package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Results are kept in the scratch folder, so that a run that was stopped goes on.

// save keeps a result under a name.
func (r *runner) save(name string, result any) error {
	text, err := json.Marshal(result)
	if err == nil {
		err = os.MkdirAll(filepath.Join(r.scratch, "results"), 0o755)
	}
	if err == nil {
		err = os.WriteFile(r.result(name), text, 0o644)
	}
	if err != nil {
		return fmt.Errorf("keeping a result: %w", err)
	}
	return nil
}

// load reads a result, if there is one.
func (r *runner) load(name string, result any) (bool, error) {
	text, err := os.ReadFile(r.result(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, result)
	}
	if err != nil {
		return false, fmt.Errorf("reading a kept result: %w", err)
	}
	return true, nil
}

func (r *runner) result(name string) string {
	return filepath.Join(r.scratch, "results", name+".json")
}
