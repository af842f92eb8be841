package annotations

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSARIF reads a report back by the names that the standard gives its parts.
func TestSARIF(t *testing.T) {
	text, err := SARIF("/repo", "v1", []Annotation{
		{Level: "error", Kind: "race", ID: "2bd8", File: "a b/x.go", Line: 3, Col: 4, Title: "TestX: race", Message: "n\x1b[31m", Steps: []Step{
			{"main", "starts", "x.go", 1, 2}, {"goroutine 1", "lock mu", "x.go", 5, 0}, {"main", "in a library", "", 0, 0}, {"main", "write n", "x.go", 6, 1},
		}},
		{Level: "notice", Kind: "incomplete", Title: "TestY: incomplete"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsRune(string(text), '\x1b') {
		t.Error("a control character")
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			OriginalURIBaseIDs map[string]struct{ URI string }
			Results            []struct {
				RuleID, Level string
				Locations     []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI, URIBaseID string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
				CodeFlows []struct {
					ThreadFlows []struct {
						ID        string
						Locations []struct{ ExecutionOrder int }
					}
				}
				PartialFingerprints map[string]string
			}
		}
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || run.OriginalURIBaseIDs["%SRCROOT%"].URI != "file:///repo/" || len(run.Tool.Driver.Rules) != 2 || len(run.Results) != 2 {
		t.Fatalf("%+v", log)
	}
	race := run.Results[0]
	at := race.Locations[0].PhysicalLocation
	if race.RuleID != "race" || race.Level != "error" || at.ArtifactLocation.URI != "a%20b/x.go" || at.Region.StartLine != 3 || at.Region.StartColumn != 4 || race.PartialFingerprints["gocheck/v1"] != "2bd8" {
		t.Errorf("%+v", race)
	}
	threads := race.CodeFlows[0].ThreadFlows
	if len(threads) != 2 || threads[0].ID != "main" || len(threads[0].Locations) != 2 || threads[0].Locations[1].ExecutionOrder != 4 {
		t.Errorf("%+v", threads)
	}
	if y := run.Results[1]; y.Level != "note" || len(y.Locations) != 0 || len(y.CodeFlows) != 0 {
		t.Errorf("%+v", y)
	}
}
