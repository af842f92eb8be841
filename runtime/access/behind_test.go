package access

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestDecoderFields fails with a release of Go whose json.Decoder has other fields.
func TestDecoderFields(t *testing.T) {
	d := reflect.TypeFor[json.Decoder]()
	for _, name := range []string{"buf", "scanp"} {
		if _, ok := d.FieldByName(name); !ok {
			t.Errorf("json.Decoder has no %s", name)
		}
	}
}
