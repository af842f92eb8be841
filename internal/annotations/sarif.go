package annotations

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"

	"gocheck.dev/internal/printable"
)

// A Step is what a goroutine does at a place, on the way to a failure.
type Step struct {
	Task      string
	Text      string
	File      string // "": not in the repository
	Line, Col int
}

// The report of SARIF 2.1.0, as far as it is written (OASIS, sarif-v2.1.0, section 3).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool             `json:"tool"`
		Bases   map[string]sarifPlace `json:"originalUriBaseIds"`
		Columns string                `json:"columnKind"`
		Results []sarifResult         `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID   string    `json:"id"`
		Name sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule         string            `json:"ruleId"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Places       []sarifAt         `json:"locations,omitempty"`
		Flows        []sarifFlow       `json:"codeFlows,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	}
	sarifAt struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifPlace   `json:"artifactLocation"`
		Region   *sarifRegion `json:"region,omitempty"`
	}
	sarifPlace struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
		Col  int `json:"startColumn,omitempty"`
	}
	sarifFlow struct {
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		ID    string      `json:"id"`
		Steps []sarifStep `json:"locations"`
	}
	sarifStep struct {
		At    sarifAt `json:"location"`
		Order int     `json:"executionOrder"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifBase   = "%SRCROOT%"
)

var sarifLevels = map[string]string{"error": "error", "warning": "warning", "notice": "note"}

// SARIF is a report of annotations for what reads static analysis, in a repository with that
// root. version is gocheck's. The steps of a failure are a code flow: a thread for each
// goroutine, with the order over all of them.
func SARIF(root, version string, all []Annotation) ([]byte, error) {
	run := sarifRun{
		Tool:    sarifTool{sarifDriver{Name: "gocheck", Version: printable.Line(version)}},
		Bases:   map[string]sarifPlace{sarifBase: {URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(root) + "/"}).String()}},
		Columns: "utf16CodeUnits",
		Results: []sarifResult{},
	}
	rules := map[string]bool{}
	for _, a := range all {
		rules[a.Kind] = true
		r := sarifResult{Rule: a.Kind, Level: sarifLevels[a.Level], Message: sarifText{printable.Text(a.Title + "\n" + a.Message)}}
		if a.File != "" {
			r.Places = []sarifAt{{Physical: physical(a.File, a.Line, a.Col)}}
		}
		if a.ID != "" {
			r.Fingerprints = map[string]string{"gocheck/v1": printable.Line(a.ID)}
		}
		if threads := threadsOf(a.Steps); len(threads) > 0 {
			r.Flows = []sarifFlow{{threads}}
		}
		run.Results = append(run.Results, r)
	}
	run.Tool.Driver.Rules = []sarifRule{}
	for _, kind := range slices.Sorted(maps.Keys(rules)) {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{kind, sarifText{kind}})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", " ")
	if err := enc.Encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}); err != nil {
		return nil, fmt.Errorf("writing the SARIF report: %w", err)
	}
	return b.Bytes(), nil
}

// physical is a place in a file of the repository. Lines and columns count from 1; columns are
// in bytes, which are those of SARIF but in lines with other letters than ASCII's.
func physical(file string, line, col int) sarifPhysical {
	p := sarifPhysical{Artifact: sarifPlace{(&url.URL{Path: printable.Line(file)}).String(), sarifBase}}
	if line > 0 {
		p.Region = &sarifRegion{line, col}
	}
	return p
}

// threadsOf sorts steps by the goroutine that does them. Those outside the repository have no
// place that a reader could open.
func threadsOf(steps []Step) []sarifThread {
	var all []sarifThread
	of := map[string]int{}
	for i, s := range steps {
		if s.File == "" {
			continue
		}
		if _, ok := of[s.Task]; !ok {
			of[s.Task] = len(all)
			all = append(all, sarifThread{ID: printable.Line(s.Task)})
		}
		t := &all[of[s.Task]]
		t.Steps = append(t.Steps, sarifStep{sarifAt{physical(s.File, s.Line, s.Col), &sarifText{printable.Line(s.Text)}}, i + 1})
	}
	return all
}
