package access

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestPositions fails with a release of Go whose readers and buffers have other fields.
func TestPositions(t *testing.T) {
	for name, p := range map[string]positions{"bytes.Buffer": bufferFields, "bytes.Reader": readerFields, "strings.Builder": builderFields, "bufio.Reader": bufioFields, "bufio.Scanner": scannerFields} {
		if !p.found {
			t.Errorf("%s: the fields are not found", name)
		}
	}
	d := reflect.TypeFor[json.Decoder]()
	for _, name := range []string{"buf", "scanp"} {
		if _, ok := d.FieldByName(name); !ok {
			t.Errorf("json.Decoder has no %s", name)
		}
	}
}

// TestConsumed: what is accessed behind a buffer between two states of it.
func TestConsumed(t *testing.T) {
	array := []byte("0123456789")
	other := []byte("23 and more")
	type accesses []string
	for _, c := range []struct {
		name     string
		old, now state
		want     accesses
	}{
		{"nothing", state{array, 2, 4}, state{array, 2, 4}, nil},
		{"read", state{array, 2, 4}, state{array, 3, 4}, accesses{"r2"}},
		{"written", state{array, 2, 4}, state{array, 2, 6}, accesses{"w45"}},
		{"drained", state{array, 2, 4}, state{array, 0, 0}, accesses{"r23"}},
		{"begun again", state{array, 4, 4}, state{array, 0, 2}, accesses{"w01"}},
		{"moved", state{array, 6, 8}, state{array, 0, 4}, accesses{"r67", "w0123"}},
		{"grown", state{array, 2, 4}, state{other, 0, 5}, accesses{"r23"}},
		{"assigned", state{array, 2, 4}, state{other[3:], 0, 5}, nil},
	} {
		var got accesses
		consumed(c.old, c.now, func(s []byte, write bool) {
			switch {
			case len(s) == 0:
			case write:
				got = append(got, "w"+string(s))
			default:
				got = append(got, "r"+string(s))
			}
		})
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
