package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// kept is what was made of m by an earlier run with the same scratch folder and budget, or nil.
func kept(scratch string, m *module, budget time.Duration) (*suite, error) {
	text, err := os.ReadFile(filepath.Join(scratch, m.file()+".json"))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("reading results: %w", err)
	}
	s := &suite{module: m}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("reading results of %s: %w", m.path, err)
	}
	if s.Budget != budget {
		return nil, nil
	}
	return s, nil
}

// keep writes down what was made of a module, for later runs.
func (s *suite) keep(scratch string) error {
	text, err := json.MarshalIndent(s, "", "\t")
	if err == nil {
		err = os.WriteFile(filepath.Join(scratch, s.module.file()+".json"), text, 0o644)
	}
	if err != nil {
		return fmt.Errorf("keeping results: %w", err)
	}
	return nil
}
