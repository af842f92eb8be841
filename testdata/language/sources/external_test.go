package sources_test

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed external_test.go
var text string

func TestExternal(t *testing.T) {
	if !strings.HasPrefix(text, "package sources_test\n\nimport (") || !strings.HasSuffix(text, "t.Error(text)\n\t}\n}\n") {
		t.Error(text)
	}
}
